// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

namespace plimsoll {

/// One record of RFC 4180, quoted where it must be, with "\n". Cells that a spreadsheet would run as a formula are text.
[[nodiscard]] std::string csv_line(const std::vector<std::string> &cells);

} // namespace plimsoll
