// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/slotted_events.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace plimsoll {
namespace {

using Event = SlottedEvents::Event;
using CapacitySearchKind = SlottedEvents::Kind;

/// The large pool when a step begins: what it has free, and where what the step finds there stands.
struct LargePool {
    std::vector<FreeBlock> free;
    std::vector<std::optional<CachingAllocator::Place>> handed;
    Bytes allocated = 0; ///< of both pools
    Count retries = 0;   ///< until then: with none in between, no segment goes
    bool operator==(const LargePool &) const = default;
};

LargePool large_pool(const CachingAllocator &allocator, const SlottedEvents::Again &again,
                     std::uint32_t SlottedEvents::Again::Handed::*slot)
{
    LargePool out{allocator.free_blocks(false), {}, allocator.allocated(), allocator.retries()};
    for (const SlottedEvents::Again::Handed &one : again.handed) {
        auto place = allocator.place_of(one.*slot);
        if (place && place->small) place.reset();
        out.handed.push_back(place);
    }
    return out;
}

/// Applies events [from, to); returns the first that was not applied.
std::size_t apply(CachingAllocator &allocator, const std::vector<Event> &events, std::size_t from, std::size_t to)
{
    for (std::size_t i = from; i < to; ++i) {
        const Event event = events[i];
        switch (static_cast<CapacitySearchKind>(event.kind)) {
        case CapacitySearchKind::allocate:
            if (!allocator.allocate(event.slot, event.bytes())) return i;
            break;
        case CapacitySearchKind::free: allocator.free(event.slot); break;
        case CapacitySearchKind::pass:
            if (allocator.pass_through(event.bytes())) break;
            if (!allocator.allocate(event.slot, event.bytes())) return i;
            allocator.free(event.slot);
            break;
        case CapacitySearchKind::empty_cache: allocator.empty_cache(); break;
        }
    }
    return to;
}

class CapacitySearch {
public:
    CapacitySearch(const SlottedEvents &events, const AllocatorOptions &options)
        : m_events(events), m_size(events.events().size()), m_roomy(options.without_capacity())
    {}

    [[nodiscard]] std::optional<CapacityNeed> find()
    {
        m_roomy.expect_ids(m_events.slot_count());
        const std::size_t load = m_events.load_end();
        if (apply(m_roomy, m_events.events(), 0, load) < load) return std::nullopt;
        if (load > 0) m_roomy.reset_peaks();
        m_roomy.ask_anew();
        m_pause = m_events.most_alive() / mib * mib;
        m_roomy.pause_when_refused(true);
        m_roomy.set_capacity(m_pause);
        if (!advance(m_roomy, load)) return std::nullopt;
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

    /// From event `from` to the end. False: out of memory. Where the latest step leaves the large pool as it found it, that pool
    /// goes through the same when it comes again: then only the small one's events are applied.
    [[nodiscard]] bool advance(CachingAllocator &allocator, std::size_t from)
    {
        const SlottedEvents::Again *const again = m_events.again();
        if (!again || from > again->first) return advance(allocator, from, m_size);
        if (!advance(allocator, from, again->first)) return false;
        const LargePool found = large_pool(allocator, *again, &SlottedEvents::Again::Handed::found);
        if (!advance(allocator, again->first, again->second)) return false;
        const LargePool left = large_pool(allocator, *again, &SlottedEvents::Again::Handed::left);
        return (found == left && repeat_small(allocator, *again)) || advance(allocator, again->second, m_size);
    }

    [[nodiscard]] bool advance(CachingAllocator &allocator, std::size_t from, std::size_t to)
    {
        while ((from = apply(allocator, m_events.events(), from, to)) < to) {
            if (&allocator != &m_roomy || !m_pause) return false;
            note_refusal(from);
        }
        return true;
    }

    /// The step once more without the large pool. False: the driver refuses something, where the large pool counts, and nothing
    /// was done.
    [[nodiscard]] bool repeat_small(CachingAllocator &allocator, const SlottedEvents::Again &again) const
    {
        CachingAllocator small(allocator);
        small.pause_when_refused(true);
        if (apply(small, again.small, 0, again.small.size()) < again.small.size()) return false;
        small.pause_when_refused(&allocator == &m_roomy && m_pause.has_value());
        small.take_peak_allocated(allocator); // which both pools reached together
        allocator = std::move(small);
        return true;
    }

    /// The card grows by a hundredth or so at least, so that there are few of them.
    void note_refusal(std::size_t event)
    {
        constexpr std::size_t most = 16;
        m_refusals.push_back({*m_pause, event, std::make_unique<CachingAllocator>(m_roomy)});
        m_refusals.back().allocator->pause_when_refused(false);
        m_pause = std::max(m_roomy.least_refused(), *m_pause + std::max(16 * mib, *m_pause / 128));
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
        const bool done = advance(probe, start.event);
        // what an endless card gave before was less than the refusal's capacity
        m_known.push_back({std::max(start.capacity, probe.most_granted()), probe.least_refused(), done});
        return done;
    }

    const SlottedEvents &m_events;
    std::size_t m_size;
    CachingAllocator m_roomy;
    std::optional<Bytes> m_pause; ///< the next refusal is of a card that has this
    std::vector<Refusal> m_refusals;
    std::vector<Known> m_known;
};

} // namespace

std::optional<CapacityNeed> capacity_need(const SlottedEvents &events, const AllocatorOptions &options)
{
    if (!events.told() || options.expandable_segments || options.max_split_size) return std::nullopt;
    return CapacitySearch(events, options).find();
}

} // namespace plimsoll
