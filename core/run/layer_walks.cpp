// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/layer_walks.h"

namespace plimsoll::step {

namespace {

constexpr std::int16_t outside = -1;

/// Neighbouring events of one period, those outside every period left out.
struct Visit {
    std::int16_t period = outside;
    std::uint32_t begin = 0;
};

class Cutter {
public:
    Cutter(const std::vector<Event> &events, const LayerLayout &layout) : m_events(events), m_layout(layout) { classify(); }

    std::optional<LayerWalks> cut()
    {
        std::uint32_t at = 0;
        for (std::size_t i = 0; i < m_visits.size();) {
            fixed(at, m_visits[i].begin);
            at = m_visits[i].begin;
            const int way = direction(i);
            const std::int16_t period = m_visits[i].period;
            if (way != 0) {
                at = walk(i, way);
                i += static_cast<std::size_t>(m_layout.periods) - 1;
                if (const auto rest = next_inside(at); rest < end_of(i))
                    m_visits[i].begin = rest; // the way back begins with the same period
                else
                    ++i;
            } else if (period == 0 || period == m_layout.periods - 1) {
                fixed(at, end_of(i));
                at = end_of(i++);
            } else {
                return std::nullopt;
            }
        }
        fixed(at, static_cast<std::uint32_t>(m_events.size()));
        note_origins();
        return std::move(m_walks);
    }

private:
    [[nodiscard]] std::int16_t period_of(int layer) const
    {
        const int inside = layer - m_layout.head;
        if (inside < 0 || inside >= m_layout.period * m_layout.periods) return outside;
        return static_cast<std::int16_t>(inside / m_layout.period);
    }

    void classify()
    {
        std::vector<std::int16_t> period_by_id;
        m_periods.reserve(m_events.size());
        for (std::uint32_t i = 0; i < m_events.size(); ++i) {
            const Event &event = m_events[i];
            std::int16_t period = period_of(event.layer);
            if (event.kind == Event::Kind::allocate) {
                if (period_by_id.size() <= event.id) period_by_id.resize(event.id + 256, outside);
                period_by_id[event.id] = period;
            } else if (event.layer < 0 && event.kind != Event::Kind::mark) {
                period = period_by_id[event.id];
            }
            m_periods.push_back(period);
            if (period != outside && (m_visits.empty() || m_visits.back().period != period)) m_visits.push_back({period, i});
        }
    }

    [[nodiscard]] std::uint32_t end_of(std::size_t visit) const
    {
        return visit + 1 < m_visits.size() ? m_visits[visit + 1].begin : static_cast<std::uint32_t>(m_events.size());
    }

    /// First event from `at` on that is in a period.
    [[nodiscard]] std::uint32_t next_inside(std::uint32_t at) const
    {
        while (at < m_periods.size() && m_periods[at] == outside) ++at;
        return at;
    }

    /// 1 or -1 where a whole walk begins with this visit, else 0.
    [[nodiscard]] int direction(std::size_t visit) const
    {
        const int last = m_layout.periods - 1;
        const int first = m_visits[visit].period;
        if ((first != 0 && first != last) || visit + static_cast<std::size_t>(last) >= m_visits.size()) return 0;
        const int way = first == 0 ? 1 : -1;
        for (int k = 1; k <= last; ++k)
            if (m_visits[visit + static_cast<std::size_t>(k)].period != first + way * k) return 0;
        return way;
    }

    /// Adds the walk; returns its end: the last period ends with its first event outside.
    std::uint32_t walk(std::size_t visit, int way)
    {
        Stretch stretch{true, way > 0, std::vector<EventRange>(static_cast<std::size_t>(m_layout.periods))};
        std::uint32_t end = 0;
        for (int k = 0; k < m_layout.periods; ++k) {
            const std::size_t i = visit + static_cast<std::size_t>(k);
            end = end_of(i);
            if (k == m_layout.periods - 1) {
                end = m_visits[i].begin;
                while (end < end_of(i) && m_periods[end] != outside) ++end;
            }
            stretch.blocks[static_cast<std::size_t>(m_visits[i].period)] = range(m_visits[i].begin, end);
        }
        m_walks.stretches.push_back(std::move(stretch));
        return end;
    }

    void fixed(std::uint32_t begin, std::uint32_t end)
    {
        if (begin == end) return;
        auto &stretches = m_walks.stretches;
        if (!stretches.empty() && !stretches.back().walk)
            stretches.back().blocks.front() = range(stretches.back().blocks.front().begin, end);
        else
            stretches.push_back({false, true, {range(begin, end)}});
    }

    [[nodiscard]] EventRange range(std::uint32_t begin, std::uint32_t end) const
    {
        EventRange out{begin, end, 0};
        for (std::uint32_t i = begin; i < end; ++i) out.allocations += m_events[i].kind == Event::Kind::allocate;
        return out;
    }

    void note_origins()
    {
        for (std::uint32_t s = 0; s < m_walks.stretches.size(); ++s) {
            const Stretch &stretch = m_walks.stretches[s];
            for (std::size_t p = 0; p < stretch.blocks.size(); ++p) {
                std::uint32_t index = 0;
                for (std::uint32_t i = stretch.blocks[p].begin; i < stretch.blocks[p].end; ++i) {
                    const Event &event = m_events[i];
                    if (event.kind != Event::Kind::allocate) continue;
                    if (m_walks.origins.size() <= event.id) m_walks.origins.resize(event.id + 256);
                    m_walks.origins[event.id] = {s, static_cast<std::int32_t>(p), index++};
                }
            }
        }
    }

    const std::vector<Event> &m_events;
    LayerLayout m_layout;
    std::vector<std::int16_t> m_periods; ///< by event
    std::vector<Visit> m_visits;
    LayerWalks m_walks;
};

} // namespace

std::optional<LayerWalks> find_walks(const std::vector<Event> &events, const LayerLayout &layout)
{
    return Cutter(events, layout).cut();
}

} // namespace plimsoll::step
