// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/roomy_replay.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plimsoll {
namespace {

using RoomyReplayKind = AllocatorEvent::Kind;

bool is_freed_by(const RepeatedEvent &made, const RepeatedEvent &next)
{
    return next.first.kind == RoomyReplayKind::free && next.first.id == made.first.id && next.growth == made.growth;
}

} // namespace

RoomyReplay::RoomyReplay(const AllocatorOptions &options, PoolPart part) : m_allocator(options.without_capacity()), m_part(part)
{}

/// False: out of memory.
inline bool RoomyReplay::allocate(std::uint32_t id, Bytes bytes, std::size_t event)
{
    if (!is_mine(bytes)) {
        if (m_part == PoolPart::large && bytes > 0) m_allocator.count(id, bytes);
        return true;
    }
    m_allocator.set_moment(event);
    if (!m_allocator.allocate(id, bytes)) m_failed_at = event;
    note_reserved(event);
    return !m_failed_at;
}

/// An allocation that is freed at once, where it leaves everything as it is.
inline bool RoomyReplay::pass_through(Bytes bytes)
{
    if (is_mine(bytes)) return m_allocator.pass_through(bytes);
    if (m_part == PoolPart::large && bytes > 0) m_allocator.count_through(bytes);
    return true;
}

inline void RoomyReplay::note_reserved(std::size_t event)
{
    if (m_part == PoolPart::both || m_allocator.reserved() == (m_changes.empty() ? 0 : m_changes.back().reserved)) return;
    m_changes.push_back({event, m_allocator.reserved()});
}

void RoomyReplay::note_ids(std::span<const RepeatedEvent> events, std::uint32_t times)
{
    for (const auto &[event, growth, place] : events)
        if (event.kind == RoomyReplayKind::allocate) m_ids = std::max({m_ids, event.id + 1, event.id + growth * (times - 1) + 1});
}

void RoomyReplay::feed(std::span<const RepeatedEvent> events, std::uint32_t times, std::size_t of)
{
    const bool again = m_step && m_step->again;
    if (!again && times > 0) note_ids(events, times);
    for (std::uint32_t time = 0; time < times && !m_failed_at; ++time, m_events += of)
        again ? feed_again(events, time) : feed_once(events, time);
}

void RoomyReplay::feed_once(std::span<const RepeatedEvent> events, std::uint32_t time)
{
    const std::uint32_t first_id = m_step ? m_step->first_id : 0;
    const RepeatedEvent *const end = events.data() + events.size();
    for (const RepeatedEvent *one = events.data(); one != end; ++one) {
        const AllocatorEvent &event = one->first;
        const std::uint32_t id = event.id + one->growth * time;
        const std::size_t moment = m_events + one->place;
        switch (event.kind) {
        case RoomyReplayKind::allocate:
            if (one + 1 != end && is_freed_by(*one, one[1]) && pass_through(event.bytes))
                ++one;
            else if (!allocate(id, event.bytes, moment))
                return;
            break;
        case RoomyReplayKind::free:
            if (id < first_id)
                if (const auto found = m_allocator.place_of(id)) m_step->found.push_back({id, *found});
            m_allocator.free(id);
            break;
        case RoomyReplayKind::empty_cache:
            m_allocator.empty_cache();
            note_reserved(moment);
            break;
        case RoomyReplayKind::loaded:
            m_allocator.reset_peaks();
            m_loaded_at = moment;
            break;
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
    const RepeatedEvent *const end = events.data() + events.size();
    for (const RepeatedEvent *one = events.data(); one != end; ++one) {
        const AllocatorEvent &event = one->first;
        std::uint32_t id = event.id + one->growth * time;
        if (event.kind == RoomyReplayKind::empty_cache) {
            m_allocator.empty_cache();
            note_reserved(m_events + one->place);
        }
        if (event.kind == RoomyReplayKind::allocate) {
            if (m_step->only_small && !CachingAllocator::is_small(event.bytes)) continue;
            if (one + 1 != end && is_freed_by(*one, one[1]) && pass_through(event.bytes)) {
                ++one;
                continue;
            }
            if (m_allocator.names(id)) id = counterpart(m_step->left, m_step->found, id);
            m_ids = std::max(m_ids, id + 1);
            if (!allocate(id, event.bytes, m_events + one->place)) return;
        }
        if (event.kind == RoomyReplayKind::free) {
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

/// What the step leaves to the next one.
void RoomyReplay::gather_left()
{
    for (std::uint32_t id = m_step->first_id; id < m_ids; ++id)
        if (const auto place = m_allocator.place_of(id)) m_step->left.push_back({id, *place});
}

bool RoomyReplay::begin_again()
{
    if (!m_step || m_failed_at) return false;
    std::ranges::sort(m_step->found, {}, &Held::id);
    gather_left();
    if (m_step->found.size() != m_step->left.size()) return false;
    // small blocks are always split, so that what is allocated of them cannot change
    m_step->only_small = settled(false) && m_allocator.allocated() == m_step->allocated;
    m_step->again = !m_step->only_small || !settled(true);
    return m_step->again;
}

bool RoomyReplay::begin_again(RoomyReplay &large, RoomyReplay &small)
{
    if (!large.m_step || large.m_failed_at || small.m_failed_at) return false;
    Step &one = *large.m_step, &other = *small.m_step;
    large.gather_left();
    small.gather_left();
    for (std::vector<Held> Step::*list : {&Step::found, &Step::left}) {
        (one.*list).insert((one.*list).end(), (other.*list).begin(), (other.*list).end());
        std::ranges::sort(one.*list, {}, &Held::id);
        other.*list = one.*list;
    }
    if (one.found.size() != one.left.size()) return false;
    one.only_small = other.only_small = large.settled(false) && large.m_allocator.allocated() == one.allocated;
    one.again = other.again = !one.only_small || !small.settled(true);
    return one.again;
}

ReplayResult RoomyReplay::finish() const { return result_of(m_allocator, m_failed_at.value_or(m_events), m_events); }

/// The highest sum of what two parts reserve, since loading was over.
Bytes RoomyReplay::peak_reserved(const RoomyReplay &large, const RoomyReplay &small)
{
    Bytes reserved[2] = {0, 0}, peak = 0;
    auto here = large.m_changes.begin(), there = small.m_changes.begin();
    while (here != large.m_changes.end() || there != small.m_changes.end()) {
        const bool is_large = there == small.m_changes.end() || (here != large.m_changes.end() && here->event <= there->event);
        const Change &change = is_large ? *here++ : *there++;
        reserved[is_large ? 0 : 1] = change.reserved;
        const Bytes both = reserved[0] + reserved[1];
        const bool loading = large.m_loaded_at && change.event < *large.m_loaded_at;
        peak = loading ? both : std::max(peak, both);
    }
    return peak;
}

std::optional<ReplayResult> RoomyReplay::finish(const RoomyReplay &large, const RoomyReplay &small)
{
    if (large.m_failed_at || small.m_failed_at) return std::nullopt;
    ReplayResult result = large.finish(); // which counts all that is allocated
    const ReplayResult rest = small.finish();
    result.peak_reserved = peak_reserved(large, small);
    result.end_reserved += rest.end_reserved;
    result.segments += rest.segments;
    result.retries += rest.retries;
    result.requests.clear();
    if (result.end_reserved < result.peak_reserved) return result;
    std::vector<CachingAllocator::Request> requests;
    std::ranges::merge(large.m_allocator.requests(), small.m_allocator.requests(), std::back_inserter(requests), {},
                       &CachingAllocator::Request::moment, &CachingAllocator::Request::moment);
    for (const CachingAllocator::Request &request : requests) result.requests.push_back(request.bytes);
    return result;
}

} // namespace plimsoll
