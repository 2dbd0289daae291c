// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/allocator.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace plimsoll {
namespace {

using Kind = AllocatorEvent::Kind;

bool is_freed_next(std::span<const AllocatorEvent> events, std::size_t i)
{
    return i + 1 < events.size() && events[i + 1].kind == Kind::free && events[i + 1].id == events[i].id;
}

bool is_freed_next(std::span<const RepeatedEvent> events, std::size_t i)
{
    if (i + 1 == events.size()) return false;
    const RepeatedEvent &now = events[i], &next = events[i + 1];
    return next.first.kind == Kind::free && next.first.id == now.first.id && next.growth == now.growth;
}

/// Applies events from `from` on until the end or an out-of-memory; returns the index of the first that was not applied.
std::size_t apply(CachingAllocator &allocator, std::span<const AllocatorEvent> events, std::size_t from)
{
    for (std::size_t i = from; i < events.size(); ++i) {
        const AllocatorEvent &event = events[i];
        switch (event.kind) {
        case Kind::allocate:
            if (is_freed_next(events, i) && allocator.pass_through(event.bytes))
                ++i;
            else if (!allocator.allocate(event.id, event.bytes))
                return i;
            break;
        case Kind::free: allocator.free(event.id); break;
        case Kind::empty_cache: allocator.empty_cache(); break;
        case Kind::loaded: allocator.reset_peaks(); break;
        }
    }
    return events.size();
}

/// Events up to and with the first `loaded`; none when there is no such event.
std::size_t load_length(std::span<const AllocatorEvent> events)
{
    const auto loaded =
        std::find_if(events.begin(), events.end(), [](const AllocatorEvent &e) { return e.kind == Kind::loaded; });
    return loaded == events.end() ? 0 : static_cast<std::size_t>(loaded - events.begin()) + 1;
}

CachingAllocator without_capacity(AllocatorOptions options)
{
    options.capacity.reset();
    return CachingAllocator(options);
}

ReplayResult result_of(const CachingAllocator &allocator, std::size_t done, std::size_t events)
{
    ReplayResult result;
    result.finished = done == events;
    if (!result.finished) result.failed_at = done;
    result.peak_allocated = allocator.peak_allocated();
    result.peak_reserved = allocator.peak_reserved();
    result.end_allocated = allocator.allocated();
    result.end_reserved = allocator.reserved();
    result.segments = allocator.segments();
    result.retries = allocator.retries();
    if (result.end_reserved == result.peak_reserved) result.requests = allocator.requests();
    return result;
}

/// An event after which more is reserved than ever before.
struct Rise {
    std::size_t event;
    Bytes reserved;
};

/// As apply(), noting every rise of the peak of reserved.
std::size_t apply_noting(CachingAllocator &allocator, std::span<const AllocatorEvent> events, std::size_t from,
                         std::vector<Rise> &rises)
{
    Bytes peak = allocator.peak_reserved();
    for (std::size_t i = from; i < events.size(); ++i) {
        if (apply(allocator, events.first(i + 1), i) == i) return i;
        if (allocator.peak_reserved() <= peak) continue;
        peak = allocator.peak_reserved();
        rises.push_back({i, peak});
    }
    return events.size();
}

} // namespace

RoomyReplay::RoomyReplay(const AllocatorOptions &options) : m_allocator(without_capacity(options)) {}

void RoomyReplay::allocate(std::uint32_t id, Bytes bytes, std::size_t event)
{
    m_ids = std::max(m_ids, id + 1);
    if (!m_allocator.allocate(id, bytes)) m_failed_at = event;
}

void RoomyReplay::feed(std::span<const RepeatedEvent> events, std::uint32_t times)
{
    for (std::uint32_t time = 0; time < times; ++time, m_events += events.size()) {
        if (m_step && m_step->again) {
            feed_again(events, time);
            continue;
        }
        for (std::size_t i = 0; i < events.size() && !m_failed_at; ++i) {
            const auto &[event, growth] = events[i];
            const std::uint32_t id = event.id + growth * time;
            switch (event.kind) {
            case Kind::allocate:
                if (is_freed_next(events, i) && m_allocator.pass_through(event.bytes))
                    ++i;
                else
                    allocate(id, event.bytes, m_events + i);
                break;
            case Kind::free:
                if (m_step && id < m_step->first_id)
                    if (const auto place = m_allocator.place_of(id)) m_step->found.push_back({id, *place});
                m_allocator.free(id);
                break;
            case Kind::empty_cache: m_allocator.empty_cache(); break;
            case Kind::loaded: m_allocator.reset_peaks(); break;
            }
        }
    }
}

/// A storage that is still there when it is asked for is one that the step left, which takes the name of the one it found; what
/// it freed of earlier steps is now what it left.
void RoomyReplay::feed_again(std::span<const RepeatedEvent> events, std::uint32_t time)
{
    const auto counterpart = [](const std::vector<Held> &from, const std::vector<Held> &to, std::uint32_t id) {
        return to[static_cast<std::size_t>(std::ranges::lower_bound(from, id, {}, &Held::id) - from.begin())].id;
    };
    for (std::size_t i = 0; i < events.size() && !m_failed_at; ++i) {
        const auto &[event, growth] = events[i];
        std::uint32_t id = event.id + growth * time;
        if (event.kind == Kind::empty_cache) m_allocator.empty_cache();
        if (event.kind == Kind::allocate) {
            if (m_step->only_small && !m_allocator.is_small(event.bytes)) continue;
            if (is_freed_next(events, i) && m_allocator.pass_through(event.bytes)) {
                ++i;
                continue;
            }
            if (m_allocator.place_of(id)) id = counterpart(m_step->left, m_step->found, id);
            allocate(id, event.bytes, m_events + i);
        }
        if (event.kind == Kind::free) {
            if (id < m_step->first_id) id = counterpart(m_step->found, m_step->left, id);
            if (m_step->only_small)
                if (const auto place = m_allocator.place_of(id); place && !place->small) continue;
            m_allocator.free(id);
        }
    }
}

void RoomyReplay::begin_step()
{
    m_step = Step{{m_allocator.free_blocks(false), m_allocator.free_blocks(true)}, m_allocator.allocated(), m_ids, {}, {}};
}

/// What it freed of earlier steps stands where it was, and the rest of the pool is as it was.
bool RoomyReplay::settled(bool small) const
{
    if (m_allocator.expandable()) return false;
    for (std::size_t i = 0; i < m_step->left.size(); ++i) {
        const CachingAllocator::Place &found = m_step->found[i].place, &left = m_step->left[i].place;
        if ((found.small == small || left.small == small) && found != left) return false;
    }
    return m_allocator.free_blocks(small) == m_step->free[small ? 1 : 0];
}

bool RoomyReplay::begin_again()
{
    if (!m_step || m_failed_at) return false;
    std::ranges::sort(m_step->found, {}, &Held::id);
    for (std::uint32_t id = m_step->first_id; id < m_ids; ++id)
        if (const auto place = m_allocator.place_of(id)) m_step->left.push_back({id, *place});
    if (m_step->found.size() != m_step->left.size()) return false;
    // small blocks are always split, so that what is allocated of them cannot change
    m_step->only_small = settled(false) && m_allocator.allocated() == m_step->allocated;
    m_step->again = !m_step->only_small || !settled(true);
    return m_step->again;
}

std::vector<AllocatorEvent> next_step(std::span<const AllocatorEvent> step)
{
    std::uint32_t end = 0;
    for (const AllocatorEvent &event : step) end = std::max(end, event.id + 1);
    std::vector<bool> alive(end, false);
    std::vector<std::uint32_t> gone;
    for (const AllocatorEvent &event : step) {
        if (event.kind == Kind::free && !alive[event.id]) gone.push_back(event.id);
        if (event.kind == Kind::allocate || event.kind == Kind::free) alive[event.id] = event.kind == Kind::allocate;
    }
    std::ranges::sort(gone);
    std::vector<std::uint32_t> name(end);
    std::iota(name.begin(), name.end(), 0U);
    auto old = gone.begin();
    for (std::uint32_t id = 0; id < end; ++id) {
        if (!alive[id]) continue;
        if (old == gone.end()) return {};
        std::swap(name[id], name[*old++]);
    }
    if (old != gone.end()) return {};
    std::vector<AllocatorEvent> out(step.begin(), step.end());
    for (AllocatorEvent &event : out) event.id = name[event.id];
    return out;
}

ReplayResult RoomyReplay::finish() const { return result_of(m_allocator, m_failed_at.value_or(m_events), m_events); }

ReplayResult replay(std::span<const AllocatorEvent> events, const AllocatorOptions &options)
{
    CachingAllocator allocator = without_capacity(options);
    const std::size_t load = load_length(events);
    std::size_t done = apply(allocator, events.first(load), 0);
    if (done == load) {
        allocator.set_capacity(options.capacity);
        done = apply(allocator, events, load);
    }
    return result_of(allocator, done, events.size());
}

CapacityNeed capacity_need(std::span<const AllocatorEvent> events, const AllocatorOptions &options, Bytes resolution)
{
    const std::size_t load = load_length(events);
    CachingAllocator start = without_capacity(options);
    std::size_t done = apply(start, events.first(load), 0);
    CapacityNeed need{result_of(start, done, events.size()), start.peak_reserved()};
    if (done < load) return need;
    CachingAllocator roomy = start;
    std::vector<Rise> rises;
    done = apply_noting(roomy, events, load, rises);
    need = {result_of(roomy, done, events.size()), 0};
    if (!need.roomy.finished) return {need.roomy, need.roomy.peak_reserved};

    // A card of `low` or more behaves like an endless one up to the first rise over `low`, so probes start there.
    std::size_t at = load;
    auto rise = rises.begin();
    Bytes low = need.roomy.peak_allocated / mib;
    Bytes high = round_up(need.roomy.peak_reserved, mib) / mib;
    const Bytes apart = resolution > 0 ? std::max<Bytes>(resolution / mib, 1) : std::max<Bytes>(16, high / 500);
    while (high - low > apart) {
        while (rise != rises.end() && rise->reserved <= low * mib) ++rise;
        if (start.reserved() <= low * mib && rise != rises.end()) at = apply(start, events.first(rise->event), at);
        const Bytes middle = (low + high) / 2;
        CachingAllocator probe = start;
        probe.set_capacity(middle * mib);
        (apply(probe, events, at) == events.size() ? high : low) = middle;
    }
    need.required = high * mib;
    return need;
}

Bytes least_capacity(std::span<const AllocatorEvent> events, const AllocatorOptions &options, Bytes resolution)
{
    return capacity_need(events, options, resolution).required;
}

} // namespace plimsoll
