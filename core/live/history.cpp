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
        std::vector<OneReading> &readings = m_readings[gpu.label()];
        // A clock that was set back, or another recording: what was read before is of another time.
        if (!readings.empty() && snapshot.time_ms < readings.back().time_ms) readings.clear();
        if (!readings.empty() && snapshot.time_ms == readings.back().time_ms) readings.pop_back();
        auto held = std::make_shared<std::vector<Held>>();
        for (const LiveProcess &one : gpu.processes)
            if (one.used) held->push_back({one.pid, *one.used});
        readings.push_back({snapshot.time_ms, *gpu.used, std::move(held)});
        const auto kept =
            std::ranges::find_if(readings, [&](const OneReading &one) { return one.time_ms >= snapshot.time_ms - span_ms; });
        readings.erase(readings.begin(), kept);
    }
}

std::vector<LivePoint> LiveHistory::of(const std::string &label, std::optional<std::uint32_t> pid) const
{
    std::vector<LivePoint> out;
    const auto found = m_readings.find(label);
    if (found == m_readings.end()) return out;
    out.reserve(found->second.size());
    for (const OneReading &reading : found->second) {
        std::optional<Bytes> bytes;
        for (const Held &one : *reading.held)
            if (pid ? one.pid == *pid : !bytes || one.bytes > *bytes) bytes = one.bytes;
        out.push_back({reading.time_ms, reading.used, bytes});
    }
    return out;
}

} // namespace plimsoll
