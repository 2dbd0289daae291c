// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/replay/block_bins.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll {

// A model of PyTorch's CUDA caching allocator: which device memory it reserves for a stream of allocations and frees.
//
// Rules as in torch 2.15, c10/cuda/CUDACachingAllocator.cpp and c10/core/AllocatorConfig.h (the constants):
// · A request is rounded up to 512 bytes, or to a division of its power of two where roundup_power2_divisions is set
//   (round_size). Up to 1 MiB it belongs to the small pool, else to the large one (get_pool).
// · The smallest free block of the pool that holds it is taken; among equals the one in the oldest segment, then the lowest in
//   it (get_free_block; since pull request 183591 of May 2026, before it the lowest address, which the driver decides).
// · What is left of it is split off when it is at least 512 bytes in the small pool, more than 1 MiB in the large one
//   (should_split). What is not split off counts as allocated.
// · With none, a segment is asked of the driver: 2 MiB for the small pool; 20 MiB for a request under 10 MiB, else the request
//   rounded up to 2 MiB (get_allocation_size; the 20 MiB are large_segment_size_mb).
// · A freed block merges with its free neighbours of the segment (try_merge_blocks). Segments stay reserved.
// · When the driver refuses, every segment without a block in use goes back to it and the request is tried once more
//   (release_cached_blocks, also what torch.cuda.empty_cache() does); then it is torch.OutOfMemoryError.
// · max_split_size: larger blocks are neither split nor given to smaller requests, nor to one that would waste 20 MiB or more
//   of them; at an out-of-memory the oversized ones go first (release_available_cached_blocks).
// · expandable_segments: one segment a pool, of address space that is mapped in pages of 2 MiB (small) or large_segment
//   (large pool) where a request needs them, lowest address first, and unmapped page by page (map_block, unmap_block).
// Left out: other streams' pools, private pools of CUDA graphs, garbage_collection_threshold; nothing the planner knows of
// uses them.

struct AllocatorOptions {
    bool expandable_segments = false;        ///< PYTORCH_ALLOC_CONF=expandable_segments:True
    std::optional<Bytes> capacity;           ///< what the driver has for this process, context not included; absent: without end
    Bytes large_segment = 20 * mib;          ///< large_segment_size_mb
    std::optional<Bytes> max_split_size;     ///< max_split_size_mb; absent: all blocks may be split
    Bytes max_non_split_rounding = 20 * mib; ///< max_non_split_rounding_mb
    std::uint32_t roundup_power2_divisions = 0; ///< 0 or 1: none; a power of two
    bool operator==(const AllocatorOptions &) const = default;
    /// The same on a card without end.
    [[nodiscard]] AllocatorOptions without_capacity() const
    {
        AllocatorOptions out = *this;
        out.capacity.reset();
        return out;
    }
};

/// Bytes of the segment that a request (rounded, as CachingAllocator::requests() has them) makes the allocator ask for, none
/// being expandable (get_allocation_size).
[[nodiscard]] Bytes segment_bytes(Bytes request, Bytes large_segment = 20 * mib);

/// What happens to the allocator, in the order of the run.
struct AllocatorEvent {
    enum class Kind : std::uint8_t {
        allocate,    ///< `bytes` as requested, unrounded (0 allocates nothing, as in PyTorch); `id` names them
        free,        ///< what `id` named, which may then be used again
        empty_cache, ///< torch.cuda.empty_cache()
        loaded       ///< loading is over: peaks start anew, and a capacity holds from here on
    };
    Kind kind = Kind::allocate;
    std::uint32_t id = 0; ///< memory is spent in proportion to the largest: number them densely
    Bytes bytes = 0;
    bool operator==(const AllocatorEvent &) const = default;
};

class CachingAllocator {
public:
    explicit CachingAllocator(const AllocatorOptions &options = {});

    /// `bytes` ≥ 0 for `id`, which names nothing yet. False: out of memory, as PyTorch would raise it after its retry (or a
    /// request beyond an exbibyte, which it refuses too); then nothing is allocated, but unused segments were given back.
    [[nodiscard]] bool allocate(std::uint32_t id, Bytes bytes);
    /// As allocate() and free() at once, where a block at hand serves the request: they would leave everything as it is but for
    /// the peak. False: nothing was done.
    [[nodiscard]] bool pass_through(Bytes bytes);
    /// As allocate() with bytes > 0, of which nothing is known but that they are allocated: no block stands for them.
    void count(std::uint32_t id, Bytes bytes);
    /// count() and free() at once.
    void count_through(Bytes bytes) { m_peak_allocated = std::max(m_peak_allocated, m_allocated + rounded(bytes)); }
    /// Frees what `id` names; nothing when it names nothing.
    void free(std::uint32_t id);
    void empty_cache();
    /// Takes effect at the next segment; what is reserved already stays.
    void set_capacity(std::optional<Bytes> capacity) { m_options.capacity = capacity; }
    void reset_peaks();
    /// Whether a request of `bytes` belongs to the small pool: it does, rounded, where it does as it is, since the pool's end is
    /// a multiple of all that is rounded to.
    [[nodiscard]] static constexpr bool is_small(Bytes bytes) { return bytes <= small_limit; }
    static constexpr Bytes small_limit = mib; ///< largest request of the small pool
    /// Free blocks of a pool by size and address, without the owner's indices; not of expandable segments.
    [[nodiscard]] std::vector<FreeBlock> free_blocks(bool small) const;
    struct Place {
        bool small = false;
        Bytes address = 0, size = 0;
        bool operator==(const Place &) const = default;
    };
    /// Whether `id` names something.
    [[nodiscard]] bool names(std::uint32_t id) const { return id < m_block_of.size() && m_block_of[id] != no_block; }
    /// Where the block of `id` is; nothing when it names none.
    [[nodiscard]] std::optional<Place> place_of(std::uint32_t id) const;
    [[nodiscard]] bool expandable() const { return m_options.expandable_segments; }
    /// Room for ids below `count`, which spares growing to it.
    void expect_ids(std::size_t count) { m_block_of.resize(std::max(m_block_of.size(), count), no_block); }

    [[nodiscard]] Bytes allocated() const { return m_allocated; }           ///< torch.cuda.memory_allocated()
    [[nodiscard]] Bytes reserved() const { return m_reserved; }             ///< torch.cuda.memory_reserved()
    [[nodiscard]] Bytes peak_allocated() const { return m_peak_allocated; } ///< torch.cuda.max_memory_allocated()
    [[nodiscard]] Bytes peak_reserved() const { return m_peak_reserved; }   ///< torch.cuda.max_memory_reserved()
    [[nodiscard]] Count segments() const { return m_segments; } ///< memory_stats()["segment.all.current"]; 0 when expandable
    [[nodiscard]] Count retries() const { return m_retries; }   ///< memory_stats()["num_alloc_retries"]
    /// What a segment was reserved for, rounded to 512 bytes.
    struct Request {
        Bytes address = 0, bytes = 0; ///< of the segment; what was asked for
        std::size_t moment = 0;       ///< set_moment()'s then
    };
    /// Of all segments, oldest first; none of expandable ones.
    [[nodiscard]] const std::vector<Request> &requests() const { return m_requests; }
    /// Segments that are reserved from here on say that they were made then.
    void set_moment(std::size_t moment) { m_moment = moment; }

private:
    struct Block {
        Bytes address = 0;
        Bytes size = 0;
        BlockIndex previous = no_block; ///< neighbour in the segment
        BlockIndex next = no_block;
        bool small = false;
        bool allocated = false;
        bool mapped = true; ///< false only in expandable segments
    };
    struct Pool {
        BlockBins bins;
        std::vector<BlockIndex> unmapped; ///< by address; of the expandable segment
    };

    [[nodiscard]] Bytes rounded(Bytes bytes) const;
    [[nodiscard]] bool splits(bool small, Bytes size, Bytes rest) const;
    [[nodiscard]] bool oversize(Bytes size) const { return m_options.max_split_size && size >= *m_options.max_split_size; }
    [[nodiscard]] bool within_capacity(Bytes more) const;
    [[nodiscard]] Pool &pool_of(const Block &block) { return m_pools[block.small ? 1 : 0]; }
    /// From here on what m_block_of holds is no block but the block_units that count() counted.
    static constexpr BlockIndex counted_from = 0x80000000u;
    [[nodiscard]] BlockIndex spare_block();
    [[nodiscard]] BlockIndex one_more_block();
    void no_longer_needs(BlockIndex block)
    {
        m_blocks[block].next = m_spare;
        m_spare = block;
    }
    void name(std::uint32_t id, BlockIndex block);
    void make_room_for(std::uint32_t id);
    BlockIndex make_block(const Block &block);
    BlockIndex splice_after(BlockIndex block, Bytes first, bool mapped);
    void absorb(BlockIndex block, BlockIndex neighbour)
    {
        if (neighbour != no_block && !m_blocks[neighbour].allocated) absorb_free(block, neighbour);
    }
    void absorb_free(BlockIndex block, BlockIndex neighbour);
    void keep(BlockIndex block);
    void drop(BlockIndex block);

    BlockIndex find_free_among(BlockBins &bins, Bytes size);
    BlockIndex reserve(bool small, Bytes size);
    BlockIndex reserve_or_reclaim(bool small, Bytes size);
    BlockIndex new_segment(bool small, Bytes size);
    void release_segment(BlockIndex block);
    bool release_oversize(bool small, Bytes size);
    void change_reserved(Bytes by);

    // expandable segments
    [[nodiscard]] Bytes page_of(bool small) const { return small ? 2 * mib : m_options.large_segment; }
    [[nodiscard]] BlockIndex best_expandable(BlockBins &bins, FreeBlock fit) const;
    [[nodiscard]] Bytes expandable_size(BlockIndex block) const;
    BlockIndex find_room(bool small, Bytes size);
    BlockIndex expand(bool small, Bytes size);
    bool map(BlockIndex block, Bytes size);
    void unmap(BlockIndex block);
    void remember_unmapped(BlockIndex block);
    void forget_unmapped(BlockIndex block);

    AllocatorOptions m_options;
    bool m_best_fits = true; ///< the best fit is taken whatever it is: neither expandable_segments nor max_split_size
    std::vector<Block> m_blocks;
    BlockIndex m_spare = no_block;      ///< one of m_blocks to use again; its next is another
    std::vector<BlockIndex> m_block_of; ///< by id
    std::vector<Request> m_requests;    ///< by address
    std::size_t m_moment = 0;
    Pool m_pools[2];         ///< large, small
    Bytes m_address_end = 0; ///< of the segments so far; addresses are never used again, so that they tell the segments' age
    Bytes m_allocated = 0, m_reserved = 0, m_peak_allocated = 0, m_peak_reserved = 0;
    Count m_segments = 0, m_retries = 0;
};

struct ReplayResult {
    bool finished = true;                 ///< false: out of memory at `failed_at`; the figures are those until then
    std::optional<std::size_t> failed_at; ///< index of the event
    Bytes peak_allocated = 0;             ///< since the last `loaded`, else since the start
    Bytes peak_reserved = 0;
    Bytes end_allocated = 0;
    Bytes end_reserved = 0;
    Count segments = 0;          ///< at the end
    std::vector<Bytes> requests; ///< bytes of CachingAllocator::requests() at the reserved peak; none where the end is lower
    Count retries = 0;
    bool operator==(const ReplayResult &) const = default;
};

/// What an allocator came to that applied `done` of `events` events.
[[nodiscard]] ReplayResult result_of(const CachingAllocator &allocator, std::size_t done, std::size_t events);

/// An event that happens again and again, its id growing by `growth` each time (modulo 2^32).
struct RepeatedEvent {
    AllocatorEvent first;
    std::uint32_t growth = 0;
    std::uint32_t place = 0; ///< among all that happen each time, of which those of the other pool may be left out
    bool operator==(const RepeatedEvent &) const = default;
};

/// Which of the allocator's pools a replay is of. On a card without end neither knows of the other.
enum class PoolPart : std::uint8_t { both, large, small };

/// Replays events as they come, on a card without end: what replay() gives without a capacity.
class RoomyReplay {
public:
    /// Of one part: what the other one allocates is at most counted.
    explicit RoomyReplay(const AllocatorOptions &options = {}, PoolPart part = PoolPart::both);
    /// As CachingAllocator's.
    void expect_ids(std::size_t count) { m_allocator.expect_ids(count); }
    /// All of `events`, `times` times one after the other. They are `of` events each time: of one part's replay, and of both
    /// where large_is_settled(), those of the large pool may be left out.
    void feed(std::span<const RepeatedEvent> events, std::uint32_t times, std::size_t of);
    /// From here on events are a step's; ids grow from one step to the next.
    void begin_step();
    /// From here on the latest step's events come once more, all of them, and mean the step after it (see next_step()). Where the
    /// step left the large pool as it found it, that pool would go through the same again: its events are passed over, which
    /// changes no figure. False: both pools are as it found them, or it left more storages or fewer, and nothing should be fed.
    [[nodiscard]] bool begin_again();
    /// The same of two that were fed alike. `large` need not be fed where large_is_settled().
    [[nodiscard]] static bool begin_again(RoomyReplay &large, RoomyReplay &small);
    [[nodiscard]] bool large_is_settled() const { return m_step && m_step->only_small; }
    [[nodiscard]] ReplayResult finish() const; ///< after the last event
    /// Of two that were fed alike: what one of both parts would give. Nothing where that did not come to its end.
    [[nodiscard]] static std::optional<ReplayResult> finish(const RoomyReplay &large, const RoomyReplay &small);

private:
    struct Held {
        std::uint32_t id = 0;
        CachingAllocator::Place place;
    };
    struct Step {
        std::vector<FreeBlock> free[2]; ///< when it began: large, small
        Bytes allocated = 0;            ///< then
        std::uint32_t first_id = 0;
        std::vector<Held> found; ///< of earlier steps, which it freed; by id once the next begins
        std::vector<Held> left;  ///< to the next one, by id
        bool again = false, only_small = false;
    };
    /// What is reserved from that event on.
    struct Change {
        std::size_t event = 0;
        Bytes reserved = 0;
    };
    [[nodiscard]] bool settled(bool small) const;
    void feed_once(std::span<const RepeatedEvent> events, std::uint32_t time);
    void feed_again(std::span<const RepeatedEvent> events, std::uint32_t time);
    void note_ids(std::span<const RepeatedEvent> events, std::uint32_t times);
    [[nodiscard]] bool allocate(std::uint32_t id, Bytes bytes, std::size_t event);
    [[nodiscard]] bool pass_through(Bytes bytes);
    [[nodiscard]] bool is_mine(Bytes bytes) const
    {
        return m_part == PoolPart::both || CachingAllocator::is_small(bytes) == (m_part == PoolPart::small);
    }
    void note_reserved(std::size_t event);
    void gather_left();
    [[nodiscard]] static Bytes peak_reserved(const RoomyReplay &large, const RoomyReplay &small);

    CachingAllocator m_allocator;
    PoolPart m_part;
    std::optional<Step> m_step;
    std::optional<std::size_t> m_failed_at;
    std::size_t m_events = 0;
    std::uint32_t m_ids = 0;                ///< all that were named so far are below
    std::vector<Change> m_changes;          ///< of a part
    std::optional<std::size_t> m_loaded_at; ///< the event
};

/// The events of the step after `step`, which are its own but for the storages that one step leaves to the next: it frees those
/// that `step` left in the place of those that `step` freed, and leaves others in their place. Nothing where `step` leaves more
/// or fewer than it found.
[[nodiscard]] std::vector<AllocatorEvent> next_step(std::span<const AllocatorEvent> step);

/// Replays the events. A capacity in the options holds from the first `loaded` on, or from the start when there is none.
[[nodiscard]] ReplayResult replay(std::span<const AllocatorEvent> events, const AllocatorOptions &options = {});

struct CapacityNeed {
    ReplayResult roomy; ///< on a card without end
    Bytes required = 0; ///< the least capacity on which the events still finish; roomy.peak_reserved when they never do
    bool operator==(const CapacityNeed &) const = default;
};

/// Replays the events and finds the least capacity on which they still finish, loading not limited: bisected in MiB between
/// the peaks of allocated and reserved until both ends are `resolution` apart (0: 1/500 of the reserved peak and at least
/// 16 MiB, which is how the reference rows were bisected). The upper end is returned, on which the run was seen to finish.
/// Whether a run finishes need not be monotone in the capacity; the probes are those of the reference, so that both meet the
/// same answer. The options' capacity is ignored.
[[nodiscard]] CapacityNeed capacity_need(std::span<const AllocatorEvent> events, const AllocatorOptions &options = {},
                                         Bytes resolution = 0);
/// capacity_need().required.
[[nodiscard]] Bytes least_capacity(std::span<const AllocatorEvent> events, const AllocatorOptions &options = {},
                                   Bytes resolution = 0);

} // namespace plimsoll
