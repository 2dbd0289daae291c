// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/near.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::vector<std::string> near_names(std::string_view text, const std::vector<std::string> &known, std::size_t count)
{
    constexpr std::size_t longest = 64;
    std::vector<std::string> out;
    if (text.empty() || text.size() > longest) return out;
    const std::string wanted = lower(text);
    const std::size_t most = std::max<std::size_t>(2, text.size() / 3);
    std::vector<std::pair<std::size_t, std::string_view>> ranked;
    for (const std::string &name : known) {
        if (name.size() > longest) continue;
        const std::size_t far = edit_distance(wanted, lower(name));
        if (far <= most && far < std::max(wanted.size(), name.size())) ranked.emplace_back(far, name);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, std::string_view>::first);
    for (const auto &[far, name] : ranked)
        if (out.size() < count && std::ranges::find(out, name) == out.end()) out.emplace_back(name);
    return out;
}

} // namespace plimsoll
