// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stage_peaks.h"

#include "core/estimate/event_replay.h"
#include "core/estimate/step_begin.h"
#include "core/objectives/objectives.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace plimsoll {

std::string_view stage_of(Phase phase)
{
    switch (phase) {
    case Phase::forward:
    case Phase::loss: return "forward";
    case Phase::objective: return "loss";
    case Phase::loss_backward:
    case Phase::backward: return "backward";
    case Phase::optimizer_step: return "update";
    case Phase::kl: return name_of(Phase::old_log_probs); // as programs know it: the same pass, over other rows
    default: return name_of(phase);
    }
}

namespace {

/// Peaks as they are met, by the stage's name.
class StagesMet {
public:
    explicit StagesMet(const Plan &plan) : m_stages(stages_of(plan))
    {
        for (const Stage &stage : m_stages) m_out.push_back(begun(stage.phase));
    }

    void add(Phase phase, int step, Bytes allocated, Bytes reserved)
    {
        const std::string_view name = named(phase);
        auto found = std::ranges::find(m_out, name, &StagePeak::stage);
        if (found == m_out.end()) found = m_out.insert(m_out.end(), begun(phase));
        found->allocated = std::max(found->allocated, allocated);
        found->reserved = std::max(found->reserved, reserved);
        if (step == 1) found->first = std::max(found->first.value_or(0), reserved);
    }

    [[nodiscard]] std::vector<StagePeak> take()
    {
        std::erase_if(m_out, [](const StagePeak &stage) { return stage.allocated == 0 && stage.reserved == 0; });
        return std::move(m_out);
    }

    /// Whether an engine generates in it.
    [[nodiscard]] bool serves(const StagePeak &peak) const
    {
        return std::ranges::any_of(
            m_stages, [&](const Stage &stage) { return stage.act == Act::serve && named(stage.phase) == peak.stage; });
    }

private:
    [[nodiscard]] StagePeak begun(Phase phase) const
    {
        StagePeak out;
        out.stage = named(phase);
        if (phase == Phase::kl) out.titled = name_of(phase);
        return out;
    }

    /// A teacher is called so, whatever its phase is.
    [[nodiscard]] std::string_view named(Phase phase) const
    {
        const auto taught = [phase](const Stage &stage) { return stage.phase == phase && stage.model == teacher; };
        return std::ranges::any_of(m_stages, taught) ? teacher : stage_of(phase);
    }

    Stages m_stages;
    std::vector<StagePeak> m_out;
};

/// Each event of the run through the allocator: what the last step allocates, and the most that any of them reserves.
void replay_stages(const step::Trace &trace, const Plan &plan, int last, StagesMet &out)
{
    const std::unique_ptr<Allocator> allocator = caching_allocator(plan, trace.events);
    std::optional<Phase> open;
    int step = 0;
    StepBegin begin;
    const auto close = [&] {
        if (open) out.add(*open, step, step == last ? allocator->peak_allocated() : 0, allocator->peak_reserved());
        allocator->reset_peaks();
    };
    trace.events.each([&](const step::Event &event) {
        const bool before = begin.holds(event);
        if (event.step > 0 && !before && (open != event.phase || step != event.step)) {
            close();
            open = event.phase;
            step = event.step;
        } else if (before && open) {
            close();
            open.reset();
        }
        apply(*allocator, event);
    });
    close();
}

void add_device(std::vector<StagePeak> &stages, const StagesMet &met, const BesideStages &beside)
{
    for (StagePeak &stage : stages) {
        const Bytes around = beside.context + (met.serves(stage) ? beside.generating : beside.training);
        stage.device = stage.reserved + around;
        if (stage.first) *stage.first += around;
    }
}

} // namespace

std::vector<StagePeak> stage_peaks(const step::Trace &trace, const Plan &plan, const Peak &peak, bool replayed,
                                   const BesideStages &beside, const std::vector<PhaseStretch> &phases)
{
    if (plan.task != Task::train) return {};
    if (objective_of(plan).stages == nullptr) return {{"step", peak.allocated, peak.reserved, peak.device}};
    int last = 0;
    for (const step::PhaseRecord &record : trace.phases) last = std::max<int>(last, record.step);
    if (last == 0) return {};
    StagesMet met(plan);
    const double slack = static_cast<double>(peak.reserved) / static_cast<double>(std::max<Bytes>(1, peak.allocated));
    if (replayed && !phases.empty()) {
        for (const PhaseStretch &one : phases)
            if (one.phase) met.add(*one.phase, one.step, one.step == last ? one.peak.allocated : 0, one.peak.reserved);
    } else if (replayed)
        replay_stages(trace, plan, last, met);
    else
        for (const step::PhaseRecord &record : trace.phases)
            if (record.step == last)
                met.add(record.phase, last, record.peak, static_cast<Bytes>(static_cast<double>(record.peak) * slack));
    std::vector<StagePeak> out = met.take();
    add_device(out, met, beside);
    return out;
}

std::vector<StagePeak> start_stages(const step::Trace &trace, const Peak &peak, Bytes context, Bytes non_torch)
{
    std::vector<StagePeak> out;
    for (const step::PhaseRecord &record : trace.phases) {
        if (record.phase == Phase::serve) continue;
        const Bytes libraries = record.phase == Phase::load ? 0 : non_torch;
        out.push_back({name_of(record.phase), record.peak, record.peak, record.peak + context + libraries});
    }
    out.push_back({name_of(Phase::serve), peak.allocated, peak.reserved, peak.device});
    return out;
}

} // namespace plimsoll
