// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

namespace plimsoll::fuzz {

/// Plans of every model type that `configs` hold, the configuration inside, with fields drawn from their whole ranges.
[[nodiscard]] std::vector<std::string> random_plans(const std::vector<std::string> &configs);

/// Reads a plan, loads its model and estimates it, sometimes with timeline and allocator. Traps where an answer is none: parts
/// that do not sum, a figure below 0, an error without words.
void estimate_plan(const std::string &text);

} // namespace plimsoll::fuzz
