// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <string>
#include <vector>

namespace plimsoll {

/// "power: not supported by this card" for each reading of the card without a value, in the order of the table; a reason that many
/// in a row share is said with the first of them.
[[nodiscard]] std::vector<std::string> missing_figures(const LiveGpu &gpu);

} // namespace plimsoll
