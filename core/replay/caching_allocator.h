// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/allocator.h"
#include "core/replay/expandable_segments.h"

#include <algorithm>
#include <cstdint>
#include <optional>
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

class CachingAllocator final : public Allocator {
public:
    explicit CachingAllocator(const AllocatorOptions &options = {});

    /// `bytes` ≥ 0 for `id`, which names nothing yet. False: out of memory, as PyTorch would raise it after its retry (or a
    /// request beyond an exbibyte, which it refuses too); then nothing is allocated, but unused segments were given back.
    [[nodiscard]] bool allocate(std::uint32_t id, Bytes bytes) override;
    /// As allocate() and free() at once, where a block at hand serves the request: they would leave everything as it is but for
    /// the peak. False: nothing was done.
    [[nodiscard]] bool pass_through(Bytes bytes) override;
    /// As allocate() with bytes > 0, of which nothing is known but that they are allocated: no block stands for them.
    void count(std::uint32_t id, Bytes bytes);
    /// count() and free() at once.
    void count_through(Bytes bytes) { m_peak_allocated = std::max(m_peak_allocated, m_allocated + m_options.rounded(bytes)); }
    void free(std::uint32_t id) override;
    void empty_cache() override;
    /// Takes effect at the next segment; what is reserved already stays.
    void set_capacity(std::optional<Bytes> capacity) override { m_options.capacity = capacity; }
    void reset_peaks() override;
    [[nodiscard]] std::unique_ptr<Allocator> copy() const override { return std::make_unique<CachingAllocator>(*this); }
    /// Whether a request of `bytes` belongs to the small pool: it does, rounded, where it does as it is, since the pool's end is
    /// a multiple of all that is rounded to.
    [[nodiscard]] static constexpr bool is_small(Bytes bytes) { return bytes <= small_limit; }
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

    [[nodiscard]] Bytes allocated() const override { return m_allocated; }           ///< torch.cuda.memory_allocated()
    [[nodiscard]] Bytes reserved() const override { return m_reserved.bytes; }       ///< torch.cuda.memory_reserved()
    [[nodiscard]] Bytes peak_allocated() const override { return m_peak_allocated; } ///< torch.cuda.max_memory_allocated()
    [[nodiscard]] Bytes peak_reserved() const override { return m_reserved.peak; }   ///< torch.cuda.max_memory_reserved()
    [[nodiscard]] Count segments() const override
    {
        return m_reserved.segments;
    } ///< memory_stats()["segment.all.current"]; 0 when expandable
    [[nodiscard]] Count retries() const override { return m_retries; } ///< memory_stats()["num_alloc_retries"]
    using Request = ReservedMemory::Request;
    /// Of all segments, oldest first; none of expandable ones.
    [[nodiscard]] const std::vector<Request> &requests() const { return m_reserved.requests; }
    [[nodiscard]] std::vector<Bytes> asked() const override;
    /// Segments that are reserved from here on say that they were made then.
    void set_moment(std::size_t moment) { m_reserved.moment = moment; }
    /// The peak of allocated is the other one's.
    void take_peak_allocated(const CachingAllocator &other) { m_peak_allocated = other.m_peak_allocated; }
    /// Both peaks are these where they are lower.
    void raise_peaks(Bytes allocated, Bytes reserved)
    {
        m_peak_allocated = std::max(m_peak_allocated, allocated);
        m_reserved.peak = std::max(m_reserved.peak, reserved);
    }
    /// While it pauses, what the driver refuses is not tried again: allocate() leaves everything as it was, so that it can be asked
    /// once more after set_capacity(). Not with max_split_size.
    void pause_when_refused(bool pause) { m_pauses = pause; }
    [[nodiscard]] bool pauses() const { return m_pauses; }
    /// ReservedMemory's, from here on.
    void ask_anew() { m_reserved.asked_anew(); }
    [[nodiscard]] Bytes most_granted() const { return m_reserved.granted; }
    [[nodiscard]] Bytes least_refused() const { return m_reserved.refused; }

private:
    /// From here on what m_block_of holds is no block but the block_units that count() counted.
    static constexpr BlockIndex counted_from = 0x80000000u;
    void name(std::uint32_t id, BlockIndex block);
    void make_room_for(std::uint32_t id);
    [[nodiscard]] ExpandableSegments expandable_segments() { return {m_options, m_pools, m_reserved}; }
    BlockIndex find_free_among(BlockBins &bins, Bytes size);
    BlockIndex reserve(bool small, Bytes size);
    BlockIndex reserve_or_reclaim(bool small, Bytes size);
    BlockIndex new_segment(bool small, Bytes size);
    void release_segment(BlockIndex block);
    bool release_oversize(bool small, Bytes size);

    AllocatorOptions m_options;
    bool m_best_fits = true; ///< AllocatorOptions::best_fits()
    bool m_pauses = false;
    BlockPools m_pools;
    ReservedMemory m_reserved;
    std::vector<BlockIndex> m_block_of; ///< by id
    Bytes m_allocated = 0, m_peak_allocated = 0;
    Count m_retries = 0;
};

} // namespace plimsoll
