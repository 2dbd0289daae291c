// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"

#include "core/estimate/step_begin.h"
#include "core/replay/roomy_replay.h"
#include "core/torch/running_sums.h"

#include <optional>
#include <string_view>
#include <thread>
#include <utility>

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

namespace {

bool empties_cache(const Event &event)
{
    return event.kind == Event::Kind::mark && std::string_view(event.operation) == "empty_cache";
}

/// Tells an allocator what it sees of events, in order.
class AllocatorFeed {
public:
    /// What happens between two points where something begins or repeats.
    struct Stretch {
        std::span<const RepeatedEvent> events;
        std::uint32_t times = 1;
        std::size_t of = 0; ///< how many there are each time, with those that are left out
    };

    /// From step `from` on; of the small pool alone where `only_small`.
    explicit AllocatorFeed(const step::EventList &events, std::uint16_t from = 0, bool only_small = false)
        : m_events(events), m_from(from), m_only_small(only_small)
    {}

    /// Calls `take(stretch)`, and `begin_step()` where a step after the first begins.
    template <class Take, class BeginStep>
    void each(Take take, BeginStep begin_step)
    {
        each(
            take, begin_step, [](const Event &, bool) { return false; }, [] {});
    }
    /// The same, with `begins(event, amid)` asked for every event as it is stored, in order, and `mark()` called in front of those for
    /// which it holds. `amid`: it is told again, behind others that are.
    template <class Take, class BeginStep, class Begins, class Mark>
    void each(Take take, BeginStep begin_step, Begins begins, Mark mark)
    {
        std::uint16_t step = m_from;
        for (const step::EventRun &run : m_events.runs()) {
            const auto stored = m_events.stored(run);
            const auto ids = m_events.ids(run);
            for (std::size_t i = 0; i < stored.size() && stored.back().step >= m_from; ++i) {
                const Event &event = stored[i];
                if (event.step < m_from) continue;
                const bool amid = run.times > 1 && i > 0;
                if (begins(event, amid) && !amid) {
                    pass(take, 1);
                    mark();
                }
                if (empties_cache(event)) add({AllocatorEvent::Kind::empty_cache, 0, 0});
                if (event.step > step) { // never amid what is repeated
                    if (step == 0) {
                        add({AllocatorEvent::Kind::loaded, 0, 0});
                    } else {
                        pass(take, 1);
                        begin_step();
                    }
                    step = event.step;
                }
                add(event, run.repeated ? ids[i] : step::RepeatedId{event.id, 0});
                constexpr std::size_t at_once = 1024; // what happens once goes by in pieces that stay in the cache
                if (!run.repeated && m_of >= at_once) pass(take, 1);
            }
            pass(take, run.times);
        }
    }

private:
    void add(const AllocatorEvent &event, std::uint32_t growth = 0)
    {
        m_stretch.push_back({event, growth, static_cast<std::uint32_t>(m_of++)});
    }

    void add(const Event &event, const step::RepeatedId &id)
    {
        const bool allocates = event.kind == Event::Kind::allocate;
        if (!allocates && event.kind != Event::Kind::release) return;
        if (m_only_small && !CachingAllocator::is_small(event.bytes)) {
            ++m_of;
            return;
        }
        using Kind = AllocatorEvent::Kind;
        add({allocates ? Kind::allocate : Kind::free, id.first, allocates ? event.bytes : 0, event.stream}, id.growth);
    }

    template <class Take>
    void pass(Take &take, std::uint32_t times)
    {
        take(Stretch{m_stretch, times, std::exchange(m_of, 0)});
        m_stretch.clear();
    }

    const step::EventList &m_events;
    std::uint16_t m_from;
    bool m_only_small;
    std::vector<RepeatedEvent> m_stretch;
    std::size_t m_of = 0;
};

} // namespace

std::vector<AllocatorEvent> allocator_events(const step::EventList &events)
{
    std::vector<AllocatorEvent> out;
    out.reserve(events.size() + events.size() / 2 + 2);
    std::optional<std::size_t> latest_step;
    const auto take = [&out](const AllocatorFeed::Stretch &stretch) {
        for (std::uint32_t time = 0; time < stretch.times; ++time)
            for (const RepeatedEvent &event : stretch.events) {
                out.push_back(event.first);
                out.back().id += event.growth * time;
            }
    };
    AllocatorFeed(events).each(take, [&] { latest_step = out.size(); });
    if (!latest_step) return out;
    const std::vector<AllocatorEvent> next = next_step(std::span(out).subspan(*latest_step));
    out.insert(out.end(), next.begin(), next.end());
    return out;
}

namespace {

/// Where one phase of a step ends and another begins.
class PhaseTurns {
public:
    explicit PhaseTurns(std::vector<PhaseStretch> *out) : m_out(out) {}

    /// Whether a stretch ends in front of the event.
    [[nodiscard]] bool operator()(const Event &event, bool amid)
    {
        if (m_out == nullptr) return false;
        const bool before = m_begin.holds(event);
        const bool opens = event.step > 0 && !before && (m_open != event.phase || m_step != event.step);
        if (!opens && !(before && m_open)) return false;
        m_whole = m_whole && !amid;
        m_out->push_back({m_open, m_step});
        m_open = opens ? std::optional(event.phase) : std::nullopt;
        if (opens) m_step = event.step;
        return true;
    }
    void finish()
    {
        if (m_out == nullptr) return;
        m_out->push_back({m_open, m_step});
        if (!m_whole) m_out->clear();
    }

private:
    std::vector<PhaseStretch> *m_out;
    StepBegin m_begin;
    std::optional<Phase> m_open;
    int m_step = 0;
    bool m_whole = true; ///< no phase begins amid what is repeated
};

} // namespace

SlottedEvents slotted_events(const step::EventList &events, std::vector<PhaseStretch> *phases)
{
    SlottedEvents out(events.size() + events.size() / 4);
    PhaseTurns turns(phases);
    std::uint16_t steps = 1;
    const auto take = [&out](const AllocatorFeed::Stretch &stretch) {
        for (std::uint32_t time = 0; time < stretch.times; ++time)
            for (const auto &[event, growth, place] : stretch.events) {
                const std::uint32_t id = event.id + growth * time;
                switch (event.kind) {
                case AllocatorEvent::Kind::allocate: out.allocate(id, event.bytes); break;
                case AllocatorEvent::Kind::free: out.free(id); break;
                case AllocatorEvent::Kind::empty_cache: out.empty_cache(); break;
                case AllocatorEvent::Kind::loaded: out.loaded(); break;
                }
            }
    };
    const auto begin_step = [&] {
        out.begin_step();
        ++steps;
    };
    AllocatorFeed(events).each(
        take, begin_step, [&turns](const Event &event, bool amid) { return turns(event, amid); }, [&out] { out.mark(); });
    if (phases != nullptr) out.mark();
    turns.finish();
    if (steps > 1 && out.begin_again()) AllocatorFeed(events, steps).each(take, [] {});
    return out;
}

std::uint64_t requests_key(const step::EventList &events)
{
    std::uint64_t key = 0;
    const auto mix = [&key](std::uint64_t value) { key = (std::rotl(key, 23) ^ value) * 0x9e3779b97f4a7c15u; };
    for (const step::EventRun &run : events.runs()) {
        const std::span<const step::RepeatedId> ids = events.ids(run);
        mix(run.times);
        for (std::uint32_t i = 0; i < run.length(); ++i) {
            const Event &event = events.stored(run)[i];
            if (event.kind == Event::Kind::relabel || (event.kind == Event::Kind::mark && !empties_cache(event))) continue;
            mix(static_cast<std::uint64_t>(event.kind) | std::uint64_t{event.step} << 8 | std::uint64_t{event.stream} << 16);
            mix(static_cast<std::uint64_t>(event.bytes));
            mix(run.repeated ? ids[i].first | std::uint64_t{ids[i].growth} << 32 : event.id);
        }
    }
    return key;
}

namespace {

/// Feeds all events once, to one of the small pool its own; returns how many steps they are, and one where no step follows
/// another.
std::uint16_t feed_steps(const step::EventList &events, RoomyReplay &replay, bool only_small = false)
{
    replay.expect_ids(events.size() / 2); // most storages are made and freed
    std::uint16_t steps = 1;
    const auto take = [&](const AllocatorFeed::Stretch &one) { replay.feed(one.events, one.times, one.of); };
    const auto begin_step = [&] {
        replay.begin_step();
        ++steps;
    };
    AllocatorFeed(events, 0, only_small).each(take, begin_step);
    return steps;
}

/// Feeds those of the last step once more.
void feed_again(const step::EventList &events, std::uint16_t steps, RoomyReplay &replay, bool only_small)
{
    const auto take = [&](const AllocatorFeed::Stretch &one) { replay.feed(one.events, one.times, one.of); };
    AllocatorFeed(events, steps, only_small).each(take, [] {});
}

/// Each pool in a thread of its own.
std::optional<ReplayResult> replay_apart(const step::EventList &events, const AllocatorOptions &options)
{
    RoomyReplay large(options, PoolPart::large), small(options, PoolPart::small);
    std::uint16_t steps = 1;
    {
        const std::jthread aside([&] { feed_steps(events, small, true); });
        steps = feed_steps(events, large);
    }
    if (steps > 1 && RoomyReplay::begin_again(large, small)) {
        if (large.large_is_settled()) {
            feed_again(events, steps, small, true);
        } else {
            const std::jthread aside([&] { feed_again(events, steps, small, true); });
            feed_again(events, steps, large, false);
        }
    }
    return RoomyReplay::finish(large, small);
}

} // namespace

ReplayResult replay(const step::EventList &events, const AllocatorOptions &options, int threads)
{
    if (threads > 1)
        if (std::optional<ReplayResult> result = replay_apart(events, options)) return *std::move(result);
    RoomyReplay replay(options);
    const std::uint16_t steps = feed_steps(events, replay);
    if (steps > 1 && replay.begin_again()) feed_again(events, steps, replay, replay.large_is_settled());
    return replay.finish();
}

namespace {

/// Collects timeline points: one open stretch of the same phase and layer at a time.
class TimelineBuilder {
public:
    explicit TimelineBuilder(const PeakMoment &peak) : m_peak(peak) {}

    [[nodiscard]] bool shows(std::uint16_t step) const { return step == 0 || step == m_peak.step; }

    void feed(std::size_t index, const Event &event)
    {
        const bool shown = (!m_begin.holds(event) && shows(event.step)) || index == m_peak.event;
        if (shown && (event.phase != m_phase || event.layer != m_layer || event.step != m_step)) {
            close();
            m_phase = event.phase;
            m_layer = event.layer;
            m_step = event.step;
            m_high = point("");
            m_begun = true;
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
            m_raised = true;
        } else if (m_sums.allocated > m_high.allocated) {
            m_high.allocated = m_sums.allocated;
            m_high_operation = event.operation;
            m_high_pending = m_raised = true;
        }
    }

    /// Where the builder stands between two repetitions.
    struct Standing {
        step::RunningSums sums;
        std::size_t points = 0;
    };
    [[nodiscard]] Standing begin_repetition()
    {
        m_begun = m_raised = false;
        return {m_sums, m_points.size()};
    }

    /// Whether what is open moves on evenly from one repetition to the next, as far as the latest since `before` tells.
    [[nodiscard]] bool moves_evenly(const Standing &before) const
    {
        return m_begun || m_raised == (m_sums.allocated > before.sums.allocated);
    }

    /// What happened since `before` happens `times` times more, each time in layers that are `layers` further on.
    void repeat(const Standing &before, Count times, int layers)
    {
        settle();
        const std::size_t from = before.points, to = m_points.size();
        m_points.reserve(to + (to - from) * static_cast<std::size_t>(times));
        const step::RunningSums now = m_sums;
        for (Count time = 1; time <= times; ++time) {
            m_sums = step::repeated(before.sums, now, time);
            for (std::size_t i = from; i < to; ++i) m_points.push_back(moved(m_points[i], now, static_cast<int>(time) * layers));
        }
        if (m_begun || m_raised) m_high = moved(m_high, now, static_cast<int>(times) * layers);
        if (m_begun && m_layer >= 0) m_layer += static_cast<int>(times) * layers;
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

    /// A point as it is when the sums have gone on from `then`, that many layers further on.
    [[nodiscard]] TimelinePoint moved(TimelinePoint point, const step::RunningSums &then, int layers) const
    {
        point.allocated += m_sums.allocated - then.allocated;
        for (std::size_t i = 0; i < point.components.size(); ++i)
            point.components[i] += m_sums.components[i] - then.components[i];
        if (point.layer >= 0) point.layer += layers;
        return point;
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
    StepBegin m_begin;
    bool m_open = false, m_high_pending = false;
    bool m_begun = false, m_raised = false; ///< in the latest repetition: a stretch begun, its highest moment found
    const char *m_high_operation = nullptr; ///< of a highest moment whose parts are still to be copied
    TimelinePoint m_high;
    std::vector<TimelinePoint> m_points;
};

} // namespace

std::vector<TimelinePoint> timeline_of(const step::EventList &events, const PeakMoment &peak)
{
    TimelineBuilder builder(peak);
    for (const step::EventRun &run : events.runs()) {
        const auto feed = [&](std::uint32_t time) {
            std::size_t index = run.first + std::size_t{run.length()} * time;
            events.each_of(run, time, [&](const Event &event) { builder.feed(index++, event); });
        };
        const bool peaks = peak.event >= run.first && peak.event - run.first < std::size_t{run.length()} * run.times;
        const auto peak_time = peaks ? static_cast<std::uint32_t>((peak.event - run.first) / run.length()) : run.times;
        for (std::uint32_t time = 0; time < run.times;) {
            const TimelineBuilder::Standing before = builder.begin_repetition();
            feed(time++);
            // the first time follows what another run left open, and the peak is a point of its own
            const std::uint32_t until = time <= peak_time ? peak_time : run.times;
            const bool near_peak = time - 1 == peak_time || time - 2 == peak_time;
            const bool shown = builder.shows(events.stored(run).front().step);
            if (time < 2 || near_peak || until <= time || (shown && !builder.moves_evenly(before))) continue;
            builder.repeat(before, until - time, run.layer_growth);
            time = until;
        }
    }
    return builder.take();
}

} // namespace plimsoll
