// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/planned_run.h"

#include "core/estimate/event_replay.h"
#include "core/torch/running_sums.h"

#include <algorithm>

namespace plimsoll {

namespace {

using step::Event;

class PhaseWalk {
public:
    PhaseWalk(const step::Trace &trace, const Plan &plan) : m_allocator(caching_allocator(plan, trace.events)) {}

    void feed(const Event &event)
    {
        if (m_out.empty() || m_step != event.step || m_phase != event.phase) begin(event);
        m_sums.apply(event);
        apply(*m_allocator, event);
        PlannedPhase &now = m_out[m_at];
        if (m_sums.allocated > now.tensors_peak) {
            now.tensors_peak = m_sums.allocated;
            now.components = m_sums.components;
            now.event = m_index;
        }
        ++m_index;
    }

    [[nodiscard]] std::vector<PlannedPhase> take()
    {
        close();
        return std::move(m_out);
    }

private:
    void begin(const Event &event)
    {
        close();
        m_step = event.step;
        m_phase = event.phase;
        const std::string_view name = measured_name(event.phase);
        const auto same = [&](const PlannedPhase &one) { return one.step == m_step && one.phase == name; };
        m_at = static_cast<std::size_t>(std::ranges::find_if(m_out, same) - m_out.begin());
        if (m_at == m_out.size()) m_out.push_back({.step = m_step, .phase = std::string(name)});
        m_allocator->reset_peaks();
    }
    void close()
    {
        if (m_out.empty()) return;
        PlannedPhase &done = m_out[m_at];
        done.allocated_peak = std::max(done.allocated_peak, m_allocator->peak_allocated());
        done.reserved_peak = std::max(done.reserved_peak, m_allocator->peak_reserved());
        done.allocated_end = m_allocator->allocated();
    }

    std::unique_ptr<Allocator> m_allocator;
    step::RunningSums m_sums;
    std::vector<PlannedPhase> m_out;
    std::size_t m_at = 0, m_index = 0;
    Count m_step = 0;
    Phase m_phase = Phase::load;
};

} // namespace

std::string_view measured_name(Phase phase)
{
    switch (phase) {
    case Phase::loss: return name_of(Phase::forward);
    case Phase::loss_backward: return name_of(Phase::backward);
    case Phase::prefill: return name_of(Phase::generate);
    default: return name_of(phase);
    }
}

std::vector<PlannedPhase> planned_phases(const step::Trace &trace, const Plan &resolved)
{
    PhaseWalk walk(trace, resolved);
    trace.events.each([&walk](const Event &event) { walk.feed(event); });
    return walk.take();
}

} // namespace plimsoll
