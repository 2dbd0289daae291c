// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/expandable_segments.h"

#include <algorithm>

namespace plimsoll {

ExpandableSegments::ExpandableSegments(const AllocatorOptions &options, BlockPools &pools, ReservedMemory &reserved)
    : m_options(options), m_pools(pools), m_reserved(reserved)
{}

void ExpandableSegments::open()
{
    for (const bool small : {false, true}) { // address space without end; torch 2.15 reserves 9/8 of the card for each
        const Bytes page = m_options.page_of(small);
        m_pools.remember_unmapped(m_pools.make({.size = reserved_limit / page * page, .small = small, .mapped = false}));
    }
}

/// Bytes of a free block with those that mapping could add behind it.
Bytes ExpandableSegments::size_with_growth(BlockIndex block) const
{
    const BlockIndex next = m_pools[block].next;
    return m_pools[block].size + (next != no_block && !m_pools[next].mapped ? m_pools[next].size : 0);
}

/// The best fit, from the smallest block that fits on: one that can grow counts as large as it can grow (get_free_block).
BlockIndex ExpandableSegments::best(BlockBins &bins, FreeBlock fit) const
{
    for (FreeBlock next = bins.after(fit); next.block != no_block; next = bins.after(fit)) {
        if (size_with_growth(next.block) >= size_with_growth(fit.block)) break;
        fit = next;
    }
    return fit.block;
}

/// find_expandable_block: the lowest place where free and unmapped blocks follow each other for `size` bytes.
BlockIndex ExpandableSegments::find_room(bool small, Bytes size)
{
    for (const BlockIndex unmapped : m_pools.pool(small).unmapped) {
        const BlockIndex before = m_pools[unmapped].previous;
        const BlockIndex start = before != no_block && !m_pools[before].allocated ? before : unmapped;
        Bytes bytes = 0;
        for (BlockIndex block = start; bytes < size && block != no_block && !m_pools[block].allocated;
             block = m_pools[block].next)
            bytes += m_pools[block].size;
        if (bytes >= size) return start;
    }
    return no_block;
}

/// try_allocate_expandable_block: a free block of at least `size` bytes, in no list; no_block when the driver has no pages.
BlockIndex ExpandableSegments::expand(bool small, Bytes size)
{
    BlockIndex block = find_room(small, size);
    if (block == no_block) return no_block;
    if (!m_pools[block].mapped && !map(block, std::min(m_pools[block].size, size))) return no_block;
    while (m_pools[block].size < size) {
        const BlockIndex next = m_pools[block].next;
        if (!map(next, std::min(m_pools[next].size, size - m_pools[block].size))) return no_block;
        block = next;
    }
    m_pools.drop(block);
    return block;
}

/// Maps the first `size` bytes of an unmapped block, in whole pages, merges them with free neighbours and puts them into the
/// bins. False: not within the capacity.
bool ExpandableSegments::map(BlockIndex block, Bytes size)
{
    const Bytes bytes = round_up(size, m_options.page_of(m_pools[block].small));
    if (!m_reserved.fits(bytes, m_options.capacity)) return false;
    m_pools.forget_unmapped(block);
    if (bytes < m_pools[block].size) m_pools.remember_unmapped(m_pools.splice_after(block, bytes, false));
    m_pools[block].mapped = true;
    m_pools.absorb_neighbours(block);
    m_pools.keep(block);
    m_reserved.change(bytes);
    return true;
}

/// Gives the whole pages inside a free block back.
void ExpandableSegments::unmap(BlockIndex block)
{
    const Block whole = m_pools[block];
    const Bytes page = m_options.page_of(whole.small);
    const Bytes begin = round_up(whole.address, page);
    const Bytes end = (whole.address + whole.size) / page * page;
    if (begin >= end) return;
    m_pools.drop(block);
    BlockIndex pages = block;
    if (begin > whole.address) {
        pages = m_pools.splice_after(block, begin - whole.address, true);
        m_pools.keep(block);
    }
    if (end < whole.address + whole.size) m_pools.keep(m_pools.splice_after(pages, end - begin, true));
    m_pools[pages].mapped = false;
    m_pools.absorb_neighbours(pages);
    m_pools.remember_unmapped(pages);
    m_reserved.change(begin - end);
}

} // namespace plimsoll
