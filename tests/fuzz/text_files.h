// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/fuzz/targets.h"

#include <vector>

namespace plimsoll::fuzz {

/// Readers of other tools' configurations, form by form and whole, and of model cards.
[[nodiscard]] std::vector<Target> text_targets();

} // namespace plimsoll::fuzz
