// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"

#include "core/step/running_sums.h"

namespace plimsoll {

using step::Event;

PeakMoment find_peak(const step::Trace &trace)
{
    PeakMoment peak;
    for (const step::PhaseRecord &record : trace.phases) {
        if (record.step == 0 || record.peak < peak.allocated) continue;
        if (record.peak == peak.allocated && record.event > peak.event) continue;
        peak = {record.event, record.step, record.phase, record.layer, record.peak, record.at_peak};
    }
    return peak;
}

std::vector<AllocatorEvent> allocator_events(const std::vector<Event> &events)
{
    std::vector<AllocatorEvent> out;
    out.reserve(events.size() + 2);
    bool loading = true;
    for (const Event &event : events) {
        if (event.kind == Event::Kind::mark && std::string_view(event.operation) == "empty_cache")
            out.push_back({AllocatorEvent::Kind::empty_cache, 0, 0});
        if (loading && event.step > 0) {
            out.push_back({AllocatorEvent::Kind::loaded, 0, 0});
            loading = false;
        }
        if (event.kind == Event::Kind::allocate) out.push_back({AllocatorEvent::Kind::allocate, event.id, event.bytes});
        if (event.kind == Event::Kind::release) out.push_back({AllocatorEvent::Kind::free, event.id, 0});
    }
    return out;
}

namespace {

/// Collects timeline points: one open stretch of the same phase and layer at a time.
class TimelineBuilder {
public:
    explicit TimelineBuilder(const PeakMoment &peak) : m_peak(peak) {}

    void feed(std::size_t index, const Event &event)
    {
        const bool shown = event.step == 0 || event.step == m_peak.step;
        if (shown && (event.phase != m_phase || event.layer != m_layer || event.step != m_step)) {
            close();
            m_phase = event.phase;
            m_layer = event.layer;
            m_step = event.step;
            m_high = point("");
        }
        if (m_high_operation && event.kind != Event::Kind::allocate) settle();
        m_sums.apply(event);
        if (!shown) return;
        m_open = true;
        const bool stage = event.kind == Event::Kind::mark && event.operation[0] != '\0';
        const bool loss = event.phase == Phase::loss || event.phase == Phase::loss_backward;
        if (stage || index == m_peak.event ||
            (loss && event.bytes * 100 >= m_peak.allocated && event.kind != Event::Kind::relabel)) {
            m_points.push_back(point(event.kind == Event::Kind::release ? "" : event.operation));
            m_high = m_points.back();
            m_high_operation = nullptr;
        } else if (m_sums.allocated > m_high.allocated) {
            m_high.allocated = m_sums.allocated;
            m_high_operation = event.operation;
            m_high_pending = true;
        }
    }

    [[nodiscard]] std::vector<TimelinePoint> take()
    {
        close();
        return std::move(m_points);
    }

private:
    [[nodiscard]] TimelinePoint point(const char *label) const
    {
        return {m_phase, m_layer, m_sums.allocated, m_sums.components, label};
    }

    /// The highest moment is now: its parts are those before anything changes but for allocations, which move it on.
    void settle()
    {
        if (m_high_operation) m_high = point(std::exchange(m_high_operation, nullptr));
    }

    void close()
    {
        if (!m_open) return;
        settle();
        if (m_high_pending) m_points.push_back(m_high);
        m_points.push_back(point(""));
        m_open = m_high_pending = false;
    }

    const PeakMoment &m_peak;
    step::RunningSums m_sums;
    Phase m_phase = Phase::load;
    int m_layer = -1;
    std::uint16_t m_step = 0;
    bool m_open = false, m_high_pending = false;
    const char *m_high_operation = nullptr; ///< of a highest moment whose parts are still to be copied
    TimelinePoint m_high;
    std::vector<TimelinePoint> m_points;
};

} // namespace

std::vector<TimelinePoint> timeline_of(const std::vector<Event> &events, const PeakMoment &peak)
{
    TimelineBuilder builder(peak);
    for (std::size_t i = 0; i < events.size(); ++i) builder.feed(i, events[i]);
    return builder.take();
}

} // namespace plimsoll
