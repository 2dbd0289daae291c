// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

namespace plimsoll {

/// The lines of a text without their ends ("\n", "\r\n"); behind a last end one more, which is empty.
[[nodiscard]] inline std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> out;
    while (true) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        out.push_back(line);
        if (end == text.size()) return out;
        text.remove_prefix(end + 1);
    }
}

} // namespace plimsoll
