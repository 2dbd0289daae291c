// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/gpu.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What the card makes of the plan's precision: what "auto" becomes there, and what its hardware does not compute in.
[[nodiscard]] std::vector<std::string> precision_notes(const Plan &plan, const Gpu &gpu);

} // namespace plimsoll
