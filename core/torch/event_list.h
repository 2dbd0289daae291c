// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/machine.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace plimsoll::step {

/// Where the storage of a repeated event stands: its id the first time, and how much it grows each time (modulo 2^32).
struct RepeatedId {
    std::uint32_t first = 0, growth = 0;
    bool operator==(const RepeatedId &) const = default;
};

/// Neighbouring events of a run that happen `times` times, one repetition after the other.
struct EventRun {
    std::uint32_t begin = 0, end = 0; ///< among the stored events
    std::uint32_t times = 1;
    std::uint32_t ids = 0;         ///< of a repeated run: where its RepeatedIds begin
    std::size_t first = 0;         ///< index of its first event in the list
    std::int16_t layer_offset = 0; ///< added to the stored layers the first time,
    std::int16_t layer_growth = 0; ///< and as much more each time
    bool repeated = false;
    [[nodiscard]] std::uint32_t length() const { return end - begin; }
};

/// The events of a recorded run in order. What layers repeat is stored once, with the layers and storages it stands for: a
/// model of eighty layers takes hardly more than one of four.
class EventList {
public:
    EventList() = default;
    EventList(std::vector<Event> events);

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    /// Whether anything is allocated on another stream than the default one.
    [[nodiscard]] bool uses_streams() const;
    [[nodiscard]] Event operator[](std::size_t index) const;

    /// Calls `visit(event)` for all of them, in order.
    template <class Visit>
    void each(Visit visit) const
    {
        for (const EventRun &run : m_runs)
            for (std::uint32_t time = 0; time < run.times; ++time) each_of(run, time, visit);
    }
    /// The same for one repetition of one run.
    template <class Visit>
    void each_of(const EventRun &run, std::uint32_t time, Visit &&visit) const
    {
        if (!run.repeated) {
            for (std::uint32_t i = run.begin; i < run.end; ++i) visit(m_stored[i]);
            return;
        }
        const RepeatedId *ids = m_ids.data() + run.ids;
        const int layers = run.layer_offset + run.layer_growth * static_cast<int>(time);
        for (std::uint32_t i = run.begin; i < run.end; ++i, ++ids) {
            Event event = m_stored[i];
            event.id = ids->first + ids->growth * time;
            if (event.layer >= 0) event.layer = static_cast<std::int16_t>(event.layer + layers);
            visit(event);
        }
    }

    [[nodiscard]] const std::vector<EventRun> &runs() const { return m_runs; }
    /// The events of a run as they are stored, and what stands for their ids where it is repeated.
    [[nodiscard]] std::span<const Event> stored(const EventRun &run) const
    {
        return std::span(m_stored).subspan(run.begin, run.length());
    }
    [[nodiscard]] std::span<const RepeatedId> ids(const EventRun &run) const
    {
        return run.repeated ? std::span(m_ids).subspan(run.ids, run.length()) : std::span<const RepeatedId>();
    }
    /// All events of a list without repetitions.
    [[nodiscard]] const std::vector<Event> &stored() const { return m_stored; }

    /// Room for `more` events to append and to store.
    void reserve(std::size_t more) { m_stored.reserve(m_stored.size() + more); }
    void append(const Event &event);
    /// Stores events that repeat() names; returns where they begin.
    [[nodiscard]] std::uint32_t store(std::span<const Event> events);
    /// Appends what store() kept at run.begin to run.end, `ids` one an event; `first` and `ids` of the run are set here.
    void repeat(EventRun run, std::span<const RepeatedId> ids);

private:
    std::vector<Event> m_stored;
    std::vector<RepeatedId> m_ids;
    std::vector<EventRun> m_runs;
    std::size_t m_size = 0;
};

} // namespace plimsoll::step
