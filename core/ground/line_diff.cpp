// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace plimsoll {

namespace {

using Lines = std::vector<std::string_view>;
constexpr std::size_t context = 3, most_compared = 4'000'000;
constexpr std::string_view unended = "\n\\ No newline at end of file\n"; ///< what diff and patch say, in every language

Lines lines_of(std::string_view text)
{
    Lines out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        out.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return out;
}

void write(std::string &out, char sign, std::string_view line)
{
    out += sign;
    out += line;
    if (!line.ends_with('\n')) out += unended;
}

/// The longest lines in common stay, the others go and come.
void write_changes(std::string &out, const Lines &before, const Lines &after)
{
    const std::size_t n = before.size(), m = after.size();
    std::vector<std::uint32_t> longest;
    if ((n + 1) * (m + 1) <= most_compared) longest.assign((n + 1) * (m + 1), 0);
    const auto at = [&](std::size_t i, std::size_t k) -> std::uint32_t & { return longest[i * (m + 1) + k]; };
    for (std::size_t i = longest.empty() ? 0 : n; i-- > 0;)
        for (std::size_t k = m; k-- > 0;)
            at(i, k) = before[i] == after[k] ? at(i + 1, k + 1) + 1 : std::max(at(i + 1, k), at(i, k + 1));
    std::size_t i = 0, k = 0;
    while (i < n || k < m) {
        if (!longest.empty() && i < n && k < m && before[i] == after[k]) {
            write(out, ' ', before[i]);
            ++i, ++k;
        } else if (i < n && (longest.empty() || k == m || at(i + 1, k) >= at(i, k + 1))) {
            write(out, '-', before[i++]);
        } else {
            write(out, '+', after[k++]);
        }
    }
}

std::string range(std::size_t from, std::size_t count)
{
    std::string out = std::to_string(count == 0 ? from : from + 1);
    if (count != 1) out.append(1, ',').append(std::to_string(count));
    return out;
}

} // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after)
{
    if (before == after) return {};
    const Lines old_lines = lines_of(before), new_lines = lines_of(after);
    const std::size_t least = std::min(old_lines.size(), new_lines.size());
    std::size_t head = 0, tail = 0;
    while (head < least && old_lines[head] == new_lines[head]) ++head;
    while (tail < least - head && old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail]) ++tail;
    const std::size_t from = head - std::min(head, context), behind = std::min(tail, context);
    const auto part = [](const Lines &lines, std::size_t begin, std::size_t end) {
        return Lines(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.begin() + static_cast<std::ptrdiff_t>(end));
    };
    std::string out = "--- " + std::string(name) + "\n+++ " + std::string(name) + "\n@@ -" +
                      range(from, old_lines.size() - tail + behind - from) + " +" +
                      range(from, new_lines.size() - tail + behind - from) + " @@\n";
    for (std::size_t i = from; i < head; ++i) write(out, ' ', old_lines[i]);
    write_changes(out, part(old_lines, head, old_lines.size() - tail), part(new_lines, head, new_lines.size() - tail));
    for (std::size_t i = old_lines.size() - tail; i < old_lines.size() - tail + behind; ++i) write(out, ' ', old_lines[i]);
    return out;
}

} // namespace plimsoll
