// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage_peaks.h"

#include "core/objectives/objectives.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Of which stage a phase is: the head is part of the pass that it ends.
std::string_view stage_of(Phase phase)
{
    switch (phase) {
    case Phase::forward:
    case Phase::loss: return "forward";
    case Phase::objective: return "loss";
    case Phase::loss_backward:
    case Phase::backward: return "backward";
    case Phase::optimizer_step: return "update";
    default: return name_of(phase);
    }
}

} // namespace

std::vector<StagePeak> stage_peaks(const step::Trace &trace, const Plan &plan)
{
    if (plan.task != Task::train) return {};
    std::uint16_t last = 0;
    for (const step::PhaseRecord &record : trace.phases) last = std::max(last, record.step);
    const bool whole = objective_of(plan).stages == nullptr;
    std::vector<StagePeak> out;
    if (!whole)
        for (const Stage &stage : stages_of(plan)) out.push_back({stage_of(stage.phase), 0});
    for (const step::PhaseRecord &record : trace.phases) {
        if (record.step != last || last == 0) continue;
        const std::string_view name = whole ? "step" : stage_of(record.phase);
        auto found = std::ranges::find(out, name, &StagePeak::stage);
        if (found == out.end()) found = out.insert(out.end(), StagePeak{name, 0});
        found->allocated = std::max(found->allocated, record.peak);
    }
    std::erase_if(out, [](const StagePeak &stage) { return stage.allocated == 0; });
    return out;
}

} // namespace plimsoll
