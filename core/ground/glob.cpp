// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/glob.h"

namespace plimsoll {

bool globs(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == text[t] || pattern[p] == '?') && pattern[p] != '*')
            ++p, ++t;
        else if (p < pattern.size() && pattern[p] == '*')
            star = p++, from = t;
        else if (star != std::string_view::npos)
            p = star + 1, t = ++from;
        else
            return false;
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

} // namespace plimsoll
