// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/markdown.h"

namespace plimsoll {

namespace {

std::string row_of(const std::vector<std::string> &cells)
{
    std::string out = "|";
    for (const std::string &cell : cells) out += ' ' + cell + " |";
    return out + '\n';
}

} // namespace

std::string markdown_text(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            out += ' ';
            continue;
        }
        if (std::string_view("|<>*_`[]\\").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string markdown_table(const std::vector<std::string> &head, const std::vector<bool> &right,
                           const std::vector<std::vector<std::string>> &rows)
{
    std::string out = row_of(head);
    out += '|';
    for (std::size_t i = 0; i < head.size(); ++i) out += i < right.size() && right[i] ? "---:|" : "---|";
    out += '\n';
    for (const auto &row : rows) out += row_of(row);
    return out;
}

} // namespace plimsoll
