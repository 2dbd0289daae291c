// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/allocator.h"

#include <algorithm>

namespace plimsoll
{
namespace
{

using Kind = AllocatorEvent::Kind;

/// Applies events from `from` on until the end or an out-of-memory; returns the index of the first that was not applied.
std::size_t apply(CachingAllocator &allocator, std::span<const AllocatorEvent> events, std::size_t from)
{
    for (std::size_t i = from; i < events.size(); ++i) {
        const AllocatorEvent &event = events[i];
        switch (event.kind) {
        case Kind::allocate:
            if (!allocator.allocate(event.id, event.bytes)) return i;
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

} // namespace

ReplayResult replay(std::span<const AllocatorEvent> events, const AllocatorOptions &options)
{
    CachingAllocator allocator = without_capacity(options);
    const std::size_t load = load_length(events);
    std::size_t done = apply(allocator, events.first(load), 0);
    if (done == load) {
        allocator.set_capacity(options.capacity);
        done = apply(allocator, events, load);
    }
    ReplayResult result;
    result.finished = done == events.size();
    if (!result.finished) result.failed_at = done;
    result.peak_allocated = allocator.peak_allocated();
    result.peak_reserved = allocator.peak_reserved();
    result.end_allocated = allocator.allocated();
    result.end_reserved = allocator.reserved();
    result.segments = allocator.segments();
    result.retries = allocator.retries();
    return result;
}

Bytes least_capacity(std::span<const AllocatorEvent> events, const AllocatorOptions &options, Bytes resolution)
{
    const std::size_t load = load_length(events);
    CachingAllocator loaded = without_capacity(options);
    if (apply(loaded, events.first(load), 0) < load) return loaded.peak_reserved();
    CachingAllocator whole = loaded;
    apply(whole, events, load);
    Bytes low = whole.peak_allocated() / mib;
    Bytes high = round_up(whole.peak_reserved(), mib) / mib;
    const Bytes apart = resolution > 0 ? std::max<Bytes>(resolution / mib, 1) : std::max<Bytes>(16, high / 500);
    while (high - low > apart) {
        const Bytes middle = (low + high) / 2;
        CachingAllocator probe = loaded;
        probe.set_capacity(middle * mib);
        (apply(probe, events, load) == events.size() ? high : low) = middle;
    }
    return high * mib;
}

} // namespace plimsoll
