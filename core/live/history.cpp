// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/history.h"

#include <algorithm>

namespace plimsoll {

const LiveProcess *largest_process(const LiveGpu &gpu)
{
    const LiveProcess *largest = nullptr;
    for (const LiveProcess &one : gpu.processes)
        if (one.used && (!largest || *one.used > *largest->used)) largest = &one;
    return largest;
}

void LiveHistory::add(const LiveSnapshot &snapshot)
{
    for (const LiveGpu &gpu : snapshot.gpus) {
        if (!gpu.used) continue;
        std::vector<LivePoint> &points = m_points[gpu.label()];
        // A clock that was set back, or another recording: what was read before is of another time.
        if (!points.empty() && snapshot.time_ms < points.back().time_ms) points.clear();
        if (!points.empty() && snapshot.time_ms == points.back().time_ms) points.pop_back();
        const LiveProcess *process = largest_process(gpu);
        points.push_back({snapshot.time_ms, *gpu.used, process ? process->used.value : std::nullopt});
        const auto kept =
            std::ranges::find_if(points, [&](const LivePoint &point) { return point.time_ms >= snapshot.time_ms - span_ms; });
        points.erase(points.begin(), kept);
    }
}

const std::vector<LivePoint> &LiveHistory::of(const std::string &label) const
{
    static const std::vector<LivePoint> none;
    const auto found = m_points.find(label);
    return found == m_points.end() ? none : found->second;
}

} // namespace plimsoll
