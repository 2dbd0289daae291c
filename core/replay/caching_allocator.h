// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/replay/allocator.h"
#include "core/replay/block_bins.h"

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
    void count_through(Bytes bytes) { m_peak_allocated = std::max(m_peak_allocated, m_allocated + rounded(bytes)); }
    void free(std::uint32_t id) override;
    void empty_cache() override;
    /// Takes effect at the next segment; what is reserved already stays.
    void set_capacity(std::optional<Bytes> capacity) override { m_options.capacity = capacity; }
    void reset_peaks() override;
    [[nodiscard]] std::unique_ptr<Allocator> copy() const override { return std::make_unique<CachingAllocator>(*this); }
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

    [[nodiscard]] Bytes allocated() const override { return m_allocated; }           ///< torch.cuda.memory_allocated()
    [[nodiscard]] Bytes reserved() const override { return m_reserved; }             ///< torch.cuda.memory_reserved()
    [[nodiscard]] Bytes peak_allocated() const override { return m_peak_allocated; } ///< torch.cuda.max_memory_allocated()
    [[nodiscard]] Bytes peak_reserved() const override { return m_peak_reserved; }   ///< torch.cuda.max_memory_reserved()
    [[nodiscard]] Count segments() const override
    {
        return m_segments;
    } ///< memory_stats()["segment.all.current"]; 0 when expandable
    [[nodiscard]] Count retries() const override { return m_retries; } ///< memory_stats()["num_alloc_retries"]
    /// What a segment was reserved for, rounded to 512 bytes.
    struct Request {
        Bytes address = 0, bytes = 0; ///< of the segment; what was asked for
        std::size_t moment = 0;       ///< set_moment()'s then
    };
    /// Of all segments, oldest first; none of expandable ones.
    [[nodiscard]] const std::vector<Request> &requests() const { return m_requests; }
    [[nodiscard]] std::vector<Bytes> asked() const override;
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

} // namespace plimsoll
