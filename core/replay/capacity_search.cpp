// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/slotted_events.h"

#include <algorithm>
#include <memory>

namespace plimsoll {
namespace {

using Event = SlottedEvents::Event;
using Kind = SlottedEvents::Kind;

/// Applies events [from, to); returns the first that was not applied.
std::size_t apply(CachingAllocator &allocator, const std::vector<Event> &events, std::size_t from, std::size_t to)
{
    for (std::size_t i = from; i < to; ++i) {
        const Event event = events[i];
        switch (static_cast<Kind>(event.kind)) {
        case Kind::allocate:
            if (!allocator.allocate(event.slot, event.bytes())) return i;
            break;
        case Kind::free: allocator.free(event.slot); break;
        case Kind::pass:
            if (allocator.pass_through(event.bytes())) break;
            if (!allocator.allocate(event.slot, event.bytes())) return i;
            allocator.free(event.slot);
            break;
        case Kind::empty_cache: allocator.empty_cache(); break;
        }
    }
    return to;
}

/// What decides how a step goes: the free blocks, and where those stand that it frees of earlier ones.
struct Standing {
    std::vector<FreeBlock> large, small;
    std::vector<std::optional<CachingAllocator::Place>> places;
    Bytes allocated = 0;
    bool operator==(const Standing &) const = default;
};

Standing standing(const CachingAllocator &allocator, const std::vector<std::uint32_t> &slots)
{
    Standing out{allocator.free_blocks(false), allocator.free_blocks(true), {}, allocator.allocated()};
    out.places.reserve(slots.size());
    for (const std::uint32_t slot : slots) out.places.push_back(allocator.place_of(slot));
    return out;
}

class CapacitySearch {
public:
    CapacitySearch(const SlottedEvents &events, const AllocatorOptions &options)
        : m_events(events), m_size(events.events().size()), m_roomy(options.without_capacity())
    {}

    [[nodiscard]] std::optional<CapacityNeed> find()
    {
        m_roomy.expect_ids(m_events.slots());
        const std::size_t load = m_events.load_end();
        if (apply(m_roomy, m_events.events(), 0, load) < load) return std::nullopt;
        if (load > 0) m_roomy.reset_peaks();
        m_roomy.ask_anew();
        m_pause = m_events.most_alive() / mib * mib;
        m_roomy.pause_when_refused(true);
        m_roomy.set_capacity(m_pause);
        std::optional<Standing> before;
        if (!run(m_roomy, load, before)) return std::nullopt;
        m_before = std::move(before);
        CapacityNeed need{result_of(m_roomy, m_size, m_size), 0};
        need.required = least(need.roomy);
        return need;
    }

private:
    /// An endless card just before one of `capacity` refuses.
    struct Refusal {
        Bytes capacity;
        std::size_t event;
        std::unique_ptr<CachingAllocator> allocator;
    };
    /// Every capacity from `from` to below `to` finishes, or none does.
    struct Known {
        Bytes from, to;
        bool finishes;
    };

    /// From event `from` to the end. A step that leaves all as it found it would go the same way once more, and is not told again.
    /// `before` is how the latest step began, where that is known. False: out of memory.
    [[nodiscard]] bool run(CachingAllocator &allocator, std::size_t from, std::optional<Standing> &before)
    {
        if (!m_events.again()) return advance(allocator, from, m_size);
        const std::size_t last = *m_events.last_step(), again = *m_events.again();
        if (from <= last) {
            if (!advance(allocator, from, last)) return false;
            before = standing(allocator, m_events.found());
        }
        if (from < again && !advance(allocator, std::max(from, last), again)) return false;
        if (from < again && before && !m_events.empties() && *before == standing(allocator, m_events.left())) return true;
        return advance(allocator, std::max(from, again), m_size);
    }

    [[nodiscard]] bool advance(CachingAllocator &allocator, std::size_t from, std::size_t to)
    {
        while ((from = apply(allocator, m_events.events(), from, to)) < to) {
            if (&allocator != &m_roomy || !m_pause) return false;
            note_refusal(from);
        }
        return true;
    }

    /// The card grows by a sixteenth at least, so that there are few of them.
    void note_refusal(std::size_t event)
    {
        constexpr std::size_t most = 12;
        m_refusals.push_back({*m_pause, event, std::make_unique<CachingAllocator>(m_roomy)});
        m_refusals.back().allocator->pause_when_refused(false);
        m_pause = std::max(m_roomy.least_refused(), *m_pause + std::max(64 * mib, *m_pause / 16));
        if (m_refusals.size() == most) m_pause.reset();
        m_roomy.ask_anew();
        m_roomy.pause_when_refused(m_pause.has_value());
        m_roomy.set_capacity(m_pause);
    }

    /// As capacity_need() bisects.
    [[nodiscard]] Bytes least(const ReplayResult &roomy)
    {
        Bytes low = roomy.peak_allocated / mib;
        Bytes high = round_up(roomy.peak_reserved, mib) / mib;
        const Bytes apart = std::max<Bytes>(16, high / 500);
        while (high - low > apart) {
            const Bytes middle = (low + high) / 2;
            (finishes(middle * mib) ? high : low) = middle;
        }
        return high * mib;
    }

    [[nodiscard]] bool finishes(Bytes capacity)
    {
        for (const Known &known : m_known)
            if (known.from <= capacity && capacity < known.to) return known.finishes;
        const auto after = std::ranges::upper_bound(m_refusals, capacity, {}, &Refusal::capacity);
        if (after == m_refusals.begin()) return true; // whatever is asked of it, it holds
        const Refusal &start = *(after - 1);
        CachingAllocator probe(*start.allocator);
        probe.set_capacity(capacity);
        probe.ask_anew();
        std::optional<Standing> before;
        if (m_events.last_step() && start.event > *m_events.last_step()) before = m_before;
        const bool done = run(probe, start.event, before);
        // what an endless card gave before was less than the refusal's capacity
        m_known.push_back({std::max(start.capacity, probe.most_granted()), probe.least_refused(), done});
        return done;
    }

    const SlottedEvents &m_events;
    std::size_t m_size;
    CachingAllocator m_roomy;
    std::optional<Bytes> m_pause; ///< the next refusal is of a card that has this
    std::vector<Refusal> m_refusals;
    std::optional<Standing> m_before;
    std::vector<Known> m_known;
};

} // namespace

std::optional<CapacityNeed> capacity_need(const SlottedEvents &events, const AllocatorOptions &options)
{
    if (!events.told() || options.expandable_segments || options.max_split_size) return std::nullopt;
    return CapacitySearch(events, options).find();
}

} // namespace plimsoll
