// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replay.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

namespace plimsoll {
namespace {

using ReplayKind = AllocatorEvent::Kind;

bool is_freed_next(std::span<const AllocatorEvent> events, std::size_t i)
{
    return i + 1 < events.size() && events[i + 1].kind == ReplayKind::free && events[i + 1].id == events[i].id;
}

// Of an allocator whose type is known, calls go straight to it: one that is replayed by the thousand costs no table.

/// Applies events from `from` on until the end or an out-of-memory; returns the index of the first that was not applied.
template <class Kept>
std::size_t apply(Kept &allocator, std::span<const AllocatorEvent> events, std::size_t from)
{
    for (std::size_t i = from; i < events.size(); ++i) {
        const AllocatorEvent &event = events[i];
        switch (event.kind) {
        case ReplayKind::allocate:
            if constexpr (!std::is_same_v<Kept, CachingAllocator>) allocator.use_stream(event.stream);
            if (is_freed_next(events, i) && allocator.pass_through(event.bytes))
                ++i;
            else if (!allocator.allocate(event.id, event.bytes))
                return i;
            break;
        case ReplayKind::free: allocator.free(event.id); break;
        case ReplayKind::empty_cache: allocator.empty_cache(); break;
        case ReplayKind::loaded: allocator.reset_peaks(); break;
        }
    }
    return events.size();
}

/// Events up to and with the first `loaded`; none when there is no such event.
std::size_t load_length(std::span<const AllocatorEvent> events)
{
    const auto loaded =
        std::find_if(events.begin(), events.end(), [](const AllocatorEvent &e) { return e.kind == ReplayKind::loaded; });
    return loaded == events.end() ? 0 : static_cast<std::size_t>(loaded - events.begin()) + 1;
}

/// An event after which more is reserved than ever before.
struct Rise {
    std::size_t event;
    Bytes reserved;
};

/// As apply(), noting every rise of the peak of reserved.
template <class Kept>
std::size_t apply_noting(Kept &allocator, std::span<const AllocatorEvent> events, std::size_t from, std::vector<Rise> &rises)
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

std::unique_ptr<Allocator> copy_of(const Allocator &allocator) { return allocator.copy(); }
std::unique_ptr<CachingAllocator> copy_of(const CachingAllocator &allocator)
{
    return std::make_unique<CachingAllocator>(allocator);
}

template <class Kept>
ReplayResult replay_through(Kept &allocator, std::span<const AllocatorEvent> events, std::optional<Bytes> capacity)
{
    const std::size_t load = load_length(events);
    std::size_t done = apply(allocator, events.first(load), 0);
    if (done == load) {
        allocator.set_capacity(capacity);
        done = apply(allocator, events, load);
    }
    return result_of(allocator, done, events.size());
}

template <class Kept>
CapacityNeed need_of(std::span<const AllocatorEvent> events, Kept &start, Bytes resolution)
{
    const std::size_t load = load_length(events);
    std::size_t done = apply(start, events.first(load), 0);
    CapacityNeed need{result_of(start, done, events.size()), start.peak_reserved()};
    if (done < load) return need;
    const std::unique_ptr<Kept> roomy = copy_of(start);
    std::vector<Rise> rises;
    done = apply_noting(*roomy, events, load, rises);
    need = {result_of(*roomy, done, events.size()), 0};
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
        const std::unique_ptr<Kept> probe = copy_of(start);
        probe->set_capacity(middle * mib);
        (apply(*probe, events, at) == events.size() ? high : low) = middle;
    }
    need.required = high * mib;
    return need;
}

} // namespace

ReplayResult result_of(const Allocator &allocator, std::size_t done, std::size_t events)
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
    if (result.end_reserved == result.peak_reserved) result.requests = allocator.asked();
    return result;
}

std::vector<AllocatorEvent> next_step(std::span<const AllocatorEvent> step)
{
    std::uint32_t end = 0;
    for (const AllocatorEvent &event : step) end = std::max(end, event.id + 1);
    std::vector<bool> alive(end, false);
    std::vector<std::uint32_t> gone;
    for (const AllocatorEvent &event : step) {
        if (event.kind == ReplayKind::free && !alive[event.id]) gone.push_back(event.id);
        if (event.kind == ReplayKind::allocate || event.kind == ReplayKind::free)
            alive[event.id] = event.kind == ReplayKind::allocate;
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

ReplayResult replay(std::span<const AllocatorEvent> events, Allocator &allocator, std::optional<Bytes> capacity)
{
    return replay_through(allocator, events, capacity);
}

ReplayResult replay(std::span<const AllocatorEvent> events, const AllocatorOptions &options)
{
    CachingAllocator allocator(options.without_capacity());
    return replay_through(allocator, events, options.capacity);
}

CapacityNeed capacity_need(std::span<const AllocatorEvent> events, const Allocator &fresh, Bytes resolution)
{
    const std::unique_ptr<Allocator> start = fresh.copy();
    start->set_capacity(std::nullopt);
    return need_of(events, *start, resolution);
}

CapacityNeed capacity_need(std::span<const AllocatorEvent> events, const AllocatorOptions &options, Bytes resolution)
{
    CachingAllocator start(options.without_capacity());
    return need_of(events, start, resolution);
}

Bytes least_capacity(std::span<const AllocatorEvent> events, const AllocatorOptions &options, Bytes resolution)
{
    return capacity_need(events, options, resolution).required;
}

} // namespace plimsoll
