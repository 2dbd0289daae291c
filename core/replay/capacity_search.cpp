// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/slotted_events.h"

#include <algorithm>
#include <limits>
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
    CapacitySearch(const SlottedEvents &events, const AllocatorOptions &options, std::vector<MarkedPeak> *marked)
        : m_events(events), m_size(events.events().size()), m_marked(marked), m_roomy(options.without_capacity())
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
        m_roomy.raise_peaks(m_most.allocated, m_most.reserved);
        m_marked = nullptr; // probes are of one card each
        CapacityNeed need{result_of(m_roomy, m_size, m_size), 0};
        need.required = least(need.roomy);
        return need;
    }

private:
    /// What every card from `from` to below `to` comes to, just before `event`.
    struct Start {
        Bytes from, to;
        std::size_t event;
        std::unique_ptr<CachingAllocator> allocator;
    };
    /// A card that is tried, and those that may be tried next: where the first of them goes another way, it starts.
    struct Probe {
        CachingAllocator allocator;
        Bytes capacity;
        std::optional<Bytes> less, more; ///< the next one where this one finishes, and where it does not
        Bytes from, to;                  ///< cards that have gone the same way so far
        /// What was asked of the driver since this was called last; `refused`: by this card.
        void note_asked(bool refused)
        {
            from = std::max(from, allocator.most_granted());
            if (refused) to = std::min(to, allocator.least_refused());
            allocator.ask_anew();
        }
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

    /// Keeps the endless card's peaks at the marks that stand in front of `event`, to which it has come.
    void note_marks(std::size_t event)
    {
        while (m_marked != nullptr && m_marked->size() < m_events.marks().size() && m_events.marks()[m_marked->size()] <= event) {
            const MarkedPeak here{m_roomy.peak_allocated(), m_roomy.peak_reserved()};
            m_marked->push_back(here);
            m_most = {std::max(m_most.allocated, here.allocated), std::max(m_most.reserved, here.reserved)};
            m_roomy.reset_peaks();
        }
    }

    /// The endless card goes from mark to mark.
    [[nodiscard]] bool advance(CachingAllocator &allocator, std::size_t from, std::size_t to)
    {
        if (&allocator != &m_roomy || m_marked == nullptr) return go(allocator, from, to);
        note_marks(from);
        while (from < to) {
            const auto &marks = m_events.marks();
            const std::size_t stop = m_marked->size() < marks.size() ? std::min(marks[m_marked->size()], to) : to;
            if (!go(allocator, from, stop)) return false;
            from = stop;
            note_marks(from);
        }
        return true;
    }

    [[nodiscard]] bool go(CachingAllocator &allocator, std::size_t from, std::size_t to)
    {
        while ((from = apply(allocator, m_events.events(), from, to)) < to) {
            if (&allocator == &m_roomy) {
                if (!m_pause) return false;
                note_refusal(from);
            } else if (!go_on(*m_probe, from)) {
                return false;
            }
        }
        return true;
    }

    /// A probe pauses before `event`, or is out of memory there.
    [[nodiscard]] bool go_on(Probe &probe, std::size_t &event)
    {
        if (!probe.allocator.pauses()) return false;
        if (probe.less) {
            probe.note_asked(false);
            m_starts.push_back({probe.from, probe.to, event, copy_of(probe)});
            probe.less.reset();
            pause(probe);
            return true;
        }
        Start start{probe.from, probe.to, event, copy_of(probe)};
        start.from = std::max(start.from, probe.allocator.most_granted());
        const bool parts = probe.allocator.least_refused() <= *probe.more;
        probe.allocator.pause_when_refused(false);
        const bool done = apply(probe.allocator, m_events.events(), event, event + 1) > event;
        probe.note_asked(true);
        if (parts || !done) {
            m_starts.push_back(std::move(start));
            probe.more.reset();
        }
        ++event;
        pause(probe);
        return done;
    }

    /// Where the next card that may be tried parts from this one.
    static void pause(Probe &probe)
    {
        probe.allocator.set_capacity(probe.less.value_or(probe.capacity));
        probe.allocator.pause_when_refused(probe.less || probe.more);
    }

    [[nodiscard]] static std::unique_ptr<CachingAllocator> copy_of(const Probe &probe)
    {
        auto out = std::make_unique<CachingAllocator>(probe.allocator);
        out->pause_when_refused(false);
        return out;
    }

    /// The step once more without the large pool. False: the driver refuses something, where the large pool counts, and nothing
    /// was done.
    [[nodiscard]] static bool repeat_small(CachingAllocator &allocator, const SlottedEvents::Again &again)
    {
        CachingAllocator small(allocator);
        small.pause_when_refused(true);
        if (apply(small, again.small, 0, again.small.size()) < again.small.size()) return false;
        small.pause_when_refused(allocator.pauses());
        small.take_peak_allocated(allocator); // which both pools reached together
        allocator = std::move(small);
        return true;
    }

    /// The card grows by a hundredth or so at least, so that there are few of them.
    void note_refusal(std::size_t event)
    {
        constexpr std::size_t most = 16;
        m_starts.push_back({*m_pause, endless, event, std::make_unique<CachingAllocator>(m_roomy)});
        m_starts.back().allocator->pause_when_refused(false);
        m_pause = std::max(m_roomy.least_refused(), *m_pause + std::max(16 * mib, *m_pause / 128));
        if (m_starts.size() == most) m_pause.reset();
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
            const auto next = [apart](Bytes from, Bytes to) {
                return to - from > apart ? std::optional((from + to) / 2 * mib) : std::nullopt;
            };
            (finishes(middle * mib, next(low, middle), next(middle, high)) ? high : low) = middle;
        }
        return high * mib;
    }

    /// `less`, `more`: the capacity that is asked for next where this one finishes, and where it does not.
    [[nodiscard]] bool finishes(Bytes capacity, std::optional<Bytes> less, std::optional<Bytes> more)
    {
        for (const Known &known : m_known)
            if (known.from <= capacity && capacity < known.to) return known.finishes;
        const Start *start = nullptr;
        for (const Start &one : m_starts)
            if (one.from <= capacity && capacity < one.to && (!start || one.event >= start->event)) start = &one;
        if (!start) return true; // whatever is asked of it, it holds
        Probe probe{*start->allocator, capacity, less, more, start->from, start->to};
        probe.allocator.ask_anew();
        pause(probe);
        m_probe = &probe;
        const bool done = advance(probe.allocator, start->event);
        probe.note_asked(true);
        m_known.push_back({probe.from, probe.to, done});
        return done;
    }

    static constexpr Bytes endless = std::numeric_limits<Bytes>::max();
    const SlottedEvents &m_events;
    std::size_t m_size;
    std::vector<MarkedPeak> *m_marked; ///< of the endless card, up to where it has come; null: nobody asks
    MarkedPeak m_most;                 ///< of those
    CachingAllocator m_roomy;
    std::optional<Bytes> m_pause; ///< the next refusal is of a card that has this
    Probe *m_probe = nullptr;     ///< the one that is tried
    std::vector<Start> m_starts;  ///< an endless card's just before one of `from` refuses, then those of probes
    std::vector<Known> m_known;
};

} // namespace

std::optional<CapacityNeed> capacity_need(const SlottedEvents &events, const AllocatorOptions &options,
                                          std::vector<MarkedPeak> *marked)
{
    if (!events.told() || options.expandable_segments || options.max_split_size) return std::nullopt;
    return CapacitySearch(events, options, marked).find();
}

} // namespace plimsoll
