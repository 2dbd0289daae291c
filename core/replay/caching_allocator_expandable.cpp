// SPDX-License-Identifier: GPL-3.0-or-later
// Expandable segments: one segment a pool, of which pages are mapped and unmapped.
#include "core/replay/caching_allocator.h"

#include <algorithm>

namespace plimsoll {

/// Bytes of a free block with those that mapping could add behind it.
Bytes CachingAllocator::expandable_size(BlockIndex block) const
{
    const BlockIndex next = m_blocks[block].next;
    return m_blocks[block].size + (next != no_block && !m_blocks[next].mapped ? m_blocks[next].size : 0);
}

/// The best fit, from the smallest block that fits on: one that can grow counts as large as it can grow (get_free_block).
BlockIndex CachingAllocator::best_expandable(BlockBins &bins, FreeBlock fit) const
{
    for (FreeBlock next = bins.after(fit); next.block != no_block; next = bins.after(fit)) {
        if (expandable_size(next.block) >= expandable_size(fit.block)) break;
        fit = next;
    }
    return fit.block;
}

/// find_expandable_block: the lowest place where free and unmapped blocks follow each other for `size` bytes.
BlockIndex CachingAllocator::find_room(bool small, Bytes size)
{
    for (const BlockIndex unmapped : m_pools[small ? 1 : 0].unmapped) {
        const BlockIndex before = m_blocks[unmapped].previous;
        const BlockIndex start = before != no_block && !m_blocks[before].allocated ? before : unmapped;
        Bytes bytes = 0;
        for (BlockIndex block = start; bytes < size && block != no_block && !m_blocks[block].allocated;
             block = m_blocks[block].next)
            bytes += m_blocks[block].size;
        if (bytes >= size) return start;
    }
    return no_block;
}

/// try_allocate_expandable_block: a free block of at least `size` bytes, in no list; no_block when the driver has no pages.
BlockIndex CachingAllocator::expand(bool small, Bytes size)
{
    BlockIndex block = find_room(small, size);
    if (block == no_block) return no_block;
    if (!m_blocks[block].mapped && !map(block, std::min(m_blocks[block].size, size))) return no_block;
    while (m_blocks[block].size < size) {
        const BlockIndex next = m_blocks[block].next;
        if (!map(next, std::min(m_blocks[next].size, size - m_blocks[block].size))) return no_block;
        block = next;
    }
    drop(block);
    return block;
}

/// Maps the first `size` bytes of an unmapped block, in whole pages, merges them with free neighbours and puts them into the
/// bins. False: not within the capacity.
bool CachingAllocator::map(BlockIndex block, Bytes size)
{
    const Bytes bytes = round_up(size, page_of(m_blocks[block].small));
    if (!within_capacity(bytes)) return false;
    forget_unmapped(block);
    if (bytes < m_blocks[block].size) remember_unmapped(splice_after(block, bytes, false));
    m_blocks[block].mapped = true;
    absorb(block, m_blocks[block].previous);
    absorb(block, m_blocks[block].next);
    keep(block);
    change_reserved(bytes);
    return true;
}

/// Gives the whole pages inside a free block back.
void CachingAllocator::unmap(BlockIndex block)
{
    const Block whole = m_blocks[block];
    const Bytes page = page_of(whole.small);
    const Bytes begin = round_up(whole.address, page);
    const Bytes end = (whole.address + whole.size) / page * page;
    if (begin >= end) return;
    drop(block);
    BlockIndex pages = block;
    if (begin > whole.address) {
        pages = splice_after(block, begin - whole.address, true);
        keep(block);
    }
    if (end < whole.address + whole.size) keep(splice_after(pages, end - begin, true));
    m_blocks[pages].mapped = false;
    absorb(pages, m_blocks[pages].previous);
    absorb(pages, m_blocks[pages].next);
    remember_unmapped(pages);
    change_reserved(begin - end);
}

void CachingAllocator::remember_unmapped(BlockIndex block)
{
    std::vector<BlockIndex> &unmapped = pool_of(m_blocks[block]).unmapped;
    const Bytes address = m_blocks[block].address;
    unmapped.insert(
        std::partition_point(unmapped.begin(), unmapped.end(), [&](BlockIndex b) { return m_blocks[b].address < address; }),
        block);
}

void CachingAllocator::forget_unmapped(BlockIndex block) { std::erase(pool_of(m_blocks[block]).unmapped, block); }

} // namespace plimsoll
