// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage_peaks.h"

#include "core/estimate/event_replay.h"
#include "core/objectives/objectives.h"

#include <algorithm>
#include <memory>
#include <optional>

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

/// Peaks as they are met, by the stage's name.
class StagesMet {
public:
    explicit StagesMet(const Plan &plan)
    {
        for (const Stage &stage : stages_of(plan)) m_out.push_back({stage_of(stage.phase), 0});
    }

    void add(Phase phase, Bytes peak)
    {
        const std::string_view name = stage_of(phase);
        auto found = std::ranges::find(m_out, name, &StagePeak::stage);
        if (found == m_out.end()) found = m_out.insert(m_out.end(), StagePeak{name, 0});
        found->allocated = std::max(found->allocated, peak);
    }

    [[nodiscard]] std::vector<StagePeak> take()
    {
        std::erase_if(m_out, [](const StagePeak &stage) { return stage.allocated == 0; });
        return std::move(m_out);
    }

private:
    std::vector<StagePeak> m_out;
};

/// Each event of the run through the allocator; the last step's peaks are told.
void replay_stages(const step::Trace &trace, const Plan &plan, int last, StagesMet &out)
{
    const std::unique_ptr<Allocator> allocator = caching_allocator(plan, trace.events);
    std::optional<Phase> open;
    trace.events.each([&](const step::Event &event) {
        if (event.step == last && open != event.phase) {
            if (open) out.add(*open, allocator->peak_allocated());
            allocator->reset_peaks();
            open = event.phase;
        }
        apply(*allocator, event);
    });
    if (open) out.add(*open, allocator->peak_allocated());
}

} // namespace

std::vector<StagePeak> stage_peaks(const step::Trace &trace, const Plan &plan, Bytes peak, bool replayed)
{
    if (plan.task != Task::train) return {};
    if (objective_of(plan).stages == nullptr) return {{"step", peak}};
    int last = 0;
    for (const step::PhaseRecord &record : trace.phases) last = std::max<int>(last, record.step);
    if (last == 0) return {};
    StagesMet out(plan);
    if (replayed)
        replay_stages(trace, plan, last, out);
    else
        for (const step::PhaseRecord &record : trace.phases)
            if (record.step == last) out.add(record.phase, record.peak);
    return out.take();
}

} // namespace plimsoll
