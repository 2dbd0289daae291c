// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/live_plan.h"

#include <algorithm>

namespace plimsoll {

PlanMark plan_mark(const Estimate &estimate, std::string name)
{
    const ProcessEstimate &process = estimate.shown();
    const Peak &peak = process.peak;
    PlanMark out;
    out.name = std::move(name);
    out.device = peak.device;
    out.low = peak.device_interval.low;
    out.high = peak.device_interval.high;
    out.phase = name_of(peak.phase);
    for (const BreakdownLine &line : process.at_peak)
        if (line.component == Component::weights || line.component == Component::quantization_metadata) out.weights += line.bytes;
    const Bytes beside = peak.device - peak.reserved;
    Bytes most = 0;
    const auto reach = [&](Phase phase, Bytes allocated) {
        most = std::max(most, allocated);
        const std::string title(name_of(phase));
        if (out.phases.empty() || out.phases.back().phase != title) out.phases.push_back({title, 0});
        out.phases.back().device = std::min(peak.device, most + beside);
        if (phase == peak.phase && allocated >= peak.allocated) most = out.phases.back().device = peak.device;
    };
    if (process.timeline.empty()) reach(Phase::load, peak.load);
    for (const TimelinePoint &point : process.timeline) reach(point.phase, point.allocated);
    if (process.timeline.empty() && peak.phase != Phase::load) reach(peak.phase, peak.allocated);
    return out;
}

} // namespace plimsoll
