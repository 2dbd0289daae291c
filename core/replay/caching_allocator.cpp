// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/caching_allocator.h"

#include <algorithm>
#include <utility>

namespace plimsoll {
CachingAllocator::CachingAllocator(const AllocatorOptions &options) : m_options(options), m_best_fits(options.best_fits())
{
    if (m_options.expandable_segments) expandable_segments().open();
}

std::vector<FreeBlock> CachingAllocator::free_blocks(bool small) const
{
    std::vector<FreeBlock> out = m_pools.pool(small).bins.all();
    for (FreeBlock &free : out) free.block = no_block;
    return out;
}

std::optional<CachingAllocator::Place> CachingAllocator::place_of(std::uint32_t id) const
{
    if (!names(id) || m_block_of[id] >= counted_from) return std::nullopt;
    const Block &block = m_pools[m_block_of[id]];
    return Place{block.small, block.address, block.size};
}

std::vector<Bytes> CachingAllocator::asked() const
{
    std::vector<Bytes> out;
    out.reserve(m_reserved.requests.size());
    for (const ReservedMemory::Request &request : m_reserved.requests) out.push_back(request.bytes);
    return out;
}

void CachingAllocator::reset_peaks()
{
    m_peak_allocated = m_allocated;
    m_reserved.peak = m_reserved.bytes;
}

inline void CachingAllocator::name(std::uint32_t id, BlockIndex block)
{
    if (id >= m_block_of.size()) make_room_for(id);
    m_block_of[id] = block;
}

[[gnu::noinline]] void CachingAllocator::make_room_for(std::uint32_t id)
{
    m_block_of.resize(std::size_t{id} + 1 + id / 2, no_block);
}

bool CachingAllocator::allocate(std::uint32_t id, Bytes bytes)
{
    if (bytes <= 0 || bytes >= request_limit) return bytes == 0;
    const Bytes size = m_options.rounded(bytes);
    const bool small = size <= small_limit;
    BlockBins &bins = m_pools.pool(small).bins;
    BlockIndex block = m_best_fits ? bins.take_best(size) : find_free_among(bins, size);
    if (block == no_block) block = reserve_or_reclaim(small, size);
    if (block == no_block) return false;

    if (m_options.splits(small, size, m_pools[block].size - size)) m_pools.keep(m_pools.splice_after(block, size, true));
    m_pools[block].allocated = true;
    m_allocated += m_pools[block].size;
    m_peak_allocated = std::max(m_peak_allocated, m_allocated);
    name(id, block);
    return true;
}

bool CachingAllocator::pass_through(Bytes bytes)
{
    if (bytes <= 0 || bytes >= request_limit || !m_best_fits) return false;
    const Bytes size = m_options.rounded(bytes);
    const bool small = size <= small_limit;
    const FreeBlock found = m_pools.pool(small).bins.best_fit(size);
    if (found.block == no_block) return false;
    const Bytes taken = m_options.splits(small, size, found.size - size) ? size : found.size;
    m_peak_allocated = std::max(m_peak_allocated, m_allocated + taken);
    return true;
}

void CachingAllocator::count(std::uint32_t id, Bytes bytes)
{
    const Bytes size = m_options.rounded(bytes);
    m_allocated += size;
    m_peak_allocated = std::max(m_peak_allocated, m_allocated);
    name(id, counted_from + static_cast<BlockIndex>(size / block_unit));
}

void CachingAllocator::free(std::uint32_t id)
{
    if (id >= m_block_of.size()) return;
    const BlockIndex block = std::exchange(m_block_of[id], no_block);
    if (block >= counted_from) {
        if (block != no_block) m_allocated -= Bytes{block - counted_from} * block_unit;
        return;
    }
    m_allocated -= m_pools[block].size;
    m_pools[block].allocated = false;
    m_pools.absorb_neighbours(block);
    m_pools.keep(block);
}

/// get_free_block, where not every best fit may be taken: taken out of its bin.
[[gnu::noinline]] BlockIndex CachingAllocator::find_free_among(BlockBins &bins, Bytes size)
{
    const FreeBlock best = bins.best_fit(size);
    if (best.block == no_block) return no_block;
    const BlockIndex found = m_options.expandable_segments ? expandable_segments().best(bins, best) : best.block;
    const Bytes bytes = m_pools[found].size;
    if (m_options.oversize(bytes) && (!m_options.oversize(size) || bytes >= size + m_options.max_non_split_rounding))
        return no_block;
    m_pools.drop(found);
    return found;
}

/// alloc_block: new memory from the driver, in no list; no_block when it has none.
BlockIndex CachingAllocator::reserve(bool small, Bytes size)
{
    return m_options.expandable_segments ? expandable_segments().expand(small, size) : new_segment(small, size);
}

[[gnu::noinline]] BlockIndex CachingAllocator::reserve_or_reclaim(bool small, Bytes size)
{
    BlockIndex block = reserve(small, size);
    if (m_pauses) return block;
    if (block == no_block && release_oversize(small, size)) block = reserve(small, size);
    if (block != no_block) return block;
    empty_cache();
    ++m_retries;
    return reserve(small, size);
}

BlockIndex CachingAllocator::new_segment(bool small, Bytes size)
{
    const Bytes bytes = segment_bytes(size, m_options.large_segment);
    if (!m_reserved.fits(bytes, m_options.capacity)) return no_block;
    return m_pools.make({.address = m_reserved.open(bytes, size), .size = bytes, .small = small});
}

/// Gives a segment back that is one free block.
void CachingAllocator::release_segment(BlockIndex block)
{
    m_pools.drop(block);
    m_reserved.close(m_pools[block].address, m_pools[block].size);
    m_pools.discard(block);
}

void CachingAllocator::empty_cache()
{
    for (const bool small : {false, true}) {
        for (const FreeBlock &entry : m_pools.pool(small).bins.all()) {
            const Block &block = m_pools[entry.block];
            if (m_options.expandable_segments)
                expandable_segments().unmap(entry.block);
            else if (block.previous == no_block && block.next == no_block)
                release_segment(entry.block);
        }
    }
}

/// release_available_cached_blocks: frees the smallest oversized segment that is large enough, else the largest ones until
/// they are.
bool CachingAllocator::release_oversize(bool small, Bytes size)
{
    if (!m_options.max_split_size || m_options.expandable_segments) return false;
    BlockBins &bins = m_pools.pool(small).bins;
    const Bytes wanted = std::max(size, *m_options.max_split_size);
    if (const FreeBlock enough = bins.best_fit(wanted); enough.block != no_block) {
        release_segment(enough.block);
        return true;
    }
    Bytes released = 0;
    const std::vector<FreeBlock> all = bins.all();
    for (auto largest = all.rbegin(); largest != all.rend() && released < wanted && m_options.oversize(largest->size);
         ++largest) {
        released += largest->size;
        release_segment(largest->block);
    }
    return released >= wanted;
}

} // namespace plimsoll
