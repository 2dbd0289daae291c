// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/markdown.h"

#include <cctype>

namespace plimsoll {

namespace {

std::string markdown_row_of(const std::vector<std::string> &cells)
{
    std::string out = "|";
    for (const std::string &cell : cells) out += ' ' + cell + " |";
    return out + '\n';
}

} // namespace

std::string markdown_text(std::string_view text, bool strong)
{
    std::string out = strong ? "**" : "";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
            out += ' '; // ends of lines and tabs; the others show nothing
            continue;
        }
        const unsigned char next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : ' ';
        if (c == '&' && (next == '#' || std::isalpha(next) != 0)) out += '\\'; // "&lt;" would be "<"
        if (std::string_view("|<>*_`[]\\").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return strong ? out + "**" : out;
}

std::string markdown_table(const std::vector<std::string> &head, const std::vector<bool> &right,
                           const std::vector<std::vector<std::string>> &rows)
{
    std::string out = markdown_row_of(head);
    out += '|';
    for (std::size_t i = 0; i < head.size(); ++i) out += i < right.size() && right[i] ? "---:|" : "---|";
    out += '\n';
    for (const auto &row : rows) out += markdown_row_of(row);
    return out;
}

} // namespace plimsoll
