// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/layer_layout.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// Periods of `period` layers that fit behind `head`, all alike.
int repeats(std::span<const int> kinds, int head, int period)
{
    int i = head + period;
    while (i < static_cast<int>(kinds.size()) &&
           kinds[static_cast<std::size_t>(i)] == kinds[static_cast<std::size_t>(i - period)])
        ++i;
    return (i - head) / period;
}

} // namespace

LayerLayout find_layout(std::span<const int> kinds)
{
    constexpr int longest_head = 8, longest_period = 12;
    const int n = static_cast<int>(kinds.size());
    LayerLayout best{n, 1, 0, 0};
    int best_cost = n;
    for (int head = 0; head <= std::min(longest_head, n); ++head) {
        for (int period = 1; period <= longest_period && head + period <= n; ++period) {
            if (head + counted_periods * period >= best_cost) break; // not better, however often it repeats
            const int periods = repeats(kinds, head, period);
            const LayerLayout layout{head, period, periods, n - head - period * periods};
            const int cost = periods > counted_periods ? layout.head + layout.tail + counted_periods * period : n;
            if (cost < best_cost) {
                best = layout;
                best_cost = cost;
            }
        }
    }
    return best;
}

std::vector<int> shortened(const LayerLayout &layout, int periods)
{
    std::vector<int> out;
    out.reserve(static_cast<std::size_t>(layout.head + layout.period * periods + layout.tail));
    for (int i = 0; i < layout.head + layout.period * periods; ++i) out.push_back(i);
    for (int i = 0; i < layout.tail; ++i) out.push_back(layout.head + layout.period * layout.periods + i);
    return out;
}

RepeatedLayers repeated(const LayerLayout &layout, int periods, int which)
{
    const int begin = layout.head + layout.period * which;
    return {begin, begin + layout.period, layout.periods - (periods - 1)};
}

} // namespace plimsoll::step
