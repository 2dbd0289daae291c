// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/event_list.h"

#include <algorithm>

namespace plimsoll::step {

EventList::EventList(std::vector<Event> events) : m_stored(std::move(events)), m_size(m_stored.size())
{
    if (m_size > 0) m_runs.push_back({0, static_cast<std::uint32_t>(m_size)});
}

Event EventList::operator[](std::size_t index) const
{
    const auto run = std::ranges::upper_bound(m_runs, index, {}, &EventRun::first) - 1;
    const std::size_t within = index - run->first;
    const std::size_t at = within % run->length(), time = within / run->length();
    Event out = m_stored[run->begin + at];
    if (!run->repeated) return out;
    const RepeatedId &id = m_ids[run->ids + at];
    out.id = id.first + id.growth * static_cast<std::uint32_t>(time);
    if (out.layer >= 0)
        out.layer = static_cast<std::int16_t>(out.layer + run->layer_offset + run->layer_growth * static_cast<int>(time));
    return out;
}

bool EventList::uses_streams() const
{
    return std::ranges::any_of(m_stored, [](const Event &event) { return event.stream != 0; });
}

void EventList::append(const Event &event)
{
    const auto at = static_cast<std::uint32_t>(m_stored.size());
    if (m_runs.empty() || m_runs.back().repeated || m_runs.back().end != at) {
        EventRun run{at, at};
        run.first = m_size;
        m_runs.push_back(run);
    }
    m_stored.push_back(event);
    ++m_runs.back().end;
    ++m_size;
}

std::uint32_t EventList::store(std::span<const Event> events)
{
    const auto at = static_cast<std::uint32_t>(m_stored.size());
    m_stored.insert(m_stored.end(), events.begin(), events.end());
    return at;
}

void EventList::repeat(EventRun run, std::span<const RepeatedId> ids)
{
    if (run.length() == 0 || run.times == 0) return;
    run.repeated = true;
    run.first = m_size;
    run.ids = static_cast<std::uint32_t>(m_ids.size());
    m_ids.insert(m_ids.end(), ids.begin(), ids.end());
    m_runs.push_back(run);
    m_size += std::size_t{run.length()} * run.times;
}

} // namespace plimsoll::step
