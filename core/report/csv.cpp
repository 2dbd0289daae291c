// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/csv.h"

#include <algorithm>
#include <string_view>

namespace plimsoll {

namespace {

std::string csv_cell(std::string_view text)
{
    // the sign of figures is U+2212 for people; spreadsheets read "-"
    std::string cell(text);
    if (cell.starts_with("\u2212")) cell.replace(0, 3, "-");
    const bool number = !cell.empty() && cell.find_first_not_of("0123456789.-+") == std::string::npos;
    if (!number && !cell.empty() && std::string_view("=+-@\t").find(cell[0]) != std::string_view::npos) cell.insert(0, 1, '\'');
    if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
    std::string out = "\"";
    for (const char c : cell) out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

} // namespace

std::string csv_line(const std::vector<std::string> &cells)
{
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) out.append(i == 0 ? "" : ",").append(csv_cell(cells[i]));
    return out + '\n';
}

} // namespace plimsoll
