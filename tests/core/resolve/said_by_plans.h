// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

namespace plimsoll {

/// What core/plan says of plans and sessions that are wrong, and of plans that hold, in the language that is set: errors,
/// warnings and assumptions, one a line.
[[nodiscard]] std::vector<std::string> said_of_wrong_plans();
[[nodiscard]] std::vector<std::string> said_of_wrong_sessions();
[[nodiscard]] std::vector<std::string> said_of_defaults();
[[nodiscard]] std::vector<std::string> said_of_combinations();

} // namespace plimsoll
