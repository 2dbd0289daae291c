// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/slotted_events.h"

#include <algorithm>

namespace plimsoll {

void SlottedEvents::allocate(std::uint32_t id, Bytes bytes)
{
    if (id >= m_named.size()) m_named.resize(std::size_t{id} + 1 + id / 2);
    Named &named = m_named[id];
    const Bytes units = round_up(std::max<Bytes>(bytes, 0), block_unit) / block_unit;
    if (bytes < 0 || named.slot != none || units > 0x7fffffff) m_told = false;
    named.fresh = 1;
    named.slot = hollow;
    if (units == 0 || !m_told) return;
    if (m_spare.empty()) {
        named.slot = static_cast<std::uint32_t>(m_slots++);
    } else {
        named.slot = m_spare.back();
        m_spare.pop_back();
    }
    named.units = static_cast<std::uint32_t>(units) & 0x7fffffffu;
    m_alive += units;
    m_most = std::max(m_most, m_alive);
    add(Kind::allocate, named.slot, named.units);
}

void SlottedEvents::free(std::uint32_t id)
{
    if (id >= m_named.size() || m_named[id].slot == none) {
        m_told = false;
        return;
    }
    Named &named = m_named[id];
    if (!named.fresh && m_last && !m_again) m_gone.emplace_back(id, named.slot);
    named.fresh = 0;
    const std::uint32_t slot = std::exchange(named.slot, none);
    if (slot == hollow) return;
    m_spare.push_back(slot);
    m_alive -= named.units;
    Event &latest = m_events.back();
    if (latest.is(Kind::allocate) && latest.slot == slot && m_events.size() != m_load_end &&
        m_events.size() != m_last.value_or(0))
        latest.kind = static_cast<std::uint32_t>(Kind::pass) & 3U;
    else
        add(Kind::free, slot, 0);
}

void SlottedEvents::loaded()
{
    m_load_end = m_events.size();
    m_most = m_alive;
}

void SlottedEvents::begin_step()
{
    m_last = m_events.size();
    m_gone.clear();
    for (Named &named : m_named) named.fresh = 0;
}

bool SlottedEvents::begin_again()
{
    if (!m_last || m_again) return false;
    std::vector<std::uint32_t> stay;
    for (std::uint32_t id = 0; id < m_named.size(); ++id)
        if (m_named[id].slot != none && m_named[id].fresh) stay.push_back(id);
    if (stay.size() != m_gone.size()) return false;
    std::ranges::sort(m_gone);
    for (std::size_t i = 0; i < stay.size(); ++i) {
        m_found.push_back(m_gone[i].second);
        m_left.push_back(m_named[stay[i]].slot);
        std::swap(m_named[stay[i]], m_named[m_gone[i].first]);
    }
    const auto empties = [](const Event &event) { return event.is(Kind::empty_cache); };
    m_empties = std::any_of(m_events.begin() + static_cast<std::ptrdiff_t>(*m_last), m_events.end(), empties);
    m_again = m_events.size();
    return true;
}

} // namespace plimsoll
