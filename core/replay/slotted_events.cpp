// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/slotted_events.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool is_small(std::uint32_t units) { return CachingAllocator::is_small(Bytes{units} * block_unit); }

} // namespace

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
    if (m_again && is_small(named.units)) m_told_again.small.push_back(m_events.back());
}

/// What is freed at once is one event.
void SlottedEvents::add_free(std::vector<Event> &events, std::uint32_t slot)
{
    if (!events.empty() && events.back().is(Kind::allocate) && events.back().slot == slot)
        events.back().kind = static_cast<std::uint32_t>(Kind::pass) & 3U;
    else
        events.push_back({static_cast<std::uint32_t>(Kind::free) & 3U, slot & 0x3fffffffu, 0});
}

void SlottedEvents::free(std::uint32_t id)
{
    if (id >= m_named.size() || m_named[id].slot == none) {
        m_told = false;
        return;
    }
    Named &named = m_named[id];
    if (!named.fresh && m_steps && !m_again) m_gone.push_back({id, named.slot});
    named.fresh = 0;
    const std::uint32_t slot = std::exchange(named.slot, none);
    if (slot == hollow) return;
    m_spare.push_back(slot);
    m_alive -= named.units;
    if (m_again && is_small(named.units)) add_free(m_told_again.small, slot);
    const std::size_t here = m_events.size();
    const bool marked = !m_marks.empty() && m_marks.back() == here;
    if (marked || here == m_load_end || here == m_told_again.first || here == m_told_again.second)
        add(Kind::free, slot, 0); // nothing is one event across such a border
    else
        add_free(m_events, slot);
}

void SlottedEvents::loaded()
{
    m_load_end = m_events.size();
    m_most = m_alive;
}

void SlottedEvents::begin_step()
{
    m_steps = true;
    m_empties = false;
    m_told_again.first = m_events.size();
    m_gone.clear();
    for (Named &named : m_named) named.fresh = 0;
}

bool SlottedEvents::begin_again()
{
    if (!m_steps || m_again) return false;
    std::vector<std::uint32_t> left;
    for (std::uint32_t id = 0; id < m_named.size(); ++id)
        if (m_named[id].slot != none && m_named[id].fresh) left.push_back(id);
    if (left.size() != m_gone.size()) return false;
    std::ranges::sort(m_gone, {}, &Gone::id);
    for (std::size_t i = 0; i < left.size(); ++i) {
        m_told_again.handed.push_back({m_gone[i].slot, m_named[left[i]].slot});
        std::swap(m_named[left[i]], m_named[m_gone[i].id]);
    }
    m_told_again.second = m_events.size();
    return m_again = true;
}

} // namespace plimsoll
