// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string>

namespace plimsoll {

/// The command line that estimates this plan again: every field that was set, by its option, in quotes where a shell asks for them.
/// Empty where no option says one of them (a model whose configuration was pasted).
[[nodiscard]] std::string command_of(const Plan &plan);

} // namespace plimsoll
