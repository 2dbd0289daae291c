// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/block_bins.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace plimsoll {

/// A piece of a segment.
struct Block {
    Bytes address = 0;
    Bytes size = 0;
    BlockIndex previous = no_block; ///< neighbour in the segment
    BlockIndex next = no_block;
    bool small = false;
    bool allocated = false;
    bool mapped = true; ///< false only in expandable segments
};

/// Free blocks of the small or of the large requests.
struct Pool {
    BlockBins bins;
    std::vector<BlockIndex> unmapped; ///< by address; of the expandable segment
};

/// The blocks of all segments, and the pools of those that are free. A block is in its pool's bins, in its list of what is
/// unmapped, or in neither: allocated, or in somebody's hand.
class BlockPools {
public:
    [[nodiscard]] Block &operator[](BlockIndex block) { return m_blocks[block]; }
    [[nodiscard]] const Block &operator[](BlockIndex block) const { return m_blocks[block]; }
    [[nodiscard]] Pool &pool(bool small) { return m_pools[small ? 1 : 0]; }
    [[nodiscard]] const Pool &pool(bool small) const { return m_pools[small ? 1 : 0]; }

    BlockIndex make(const Block &block)
    {
        const BlockIndex index = spare();
        m_blocks[index] = block;
        return index;
    }
    /// The block is no more: in no list, and nobody's neighbour.
    void discard(BlockIndex block)
    {
        m_blocks[block].next = m_spare;
        m_spare = block;
    }
    /// Cuts a block that is in no list after its `first` bytes; returns the second part, in no list either. Field by field: a
    /// processor waits for what it has just written when it is to read two fields at once.
    BlockIndex splice_after(BlockIndex block, Bytes first, bool mapped)
    {
        const BlockIndex index = spare();
        Block &whole = m_blocks[block];
        Block &rest = m_blocks[index];
        rest.address = whole.address + first;
        rest.size = whole.size - first;
        rest.previous = block;
        rest.next = whole.next;
        rest.small = whole.small;
        rest.allocated = false;
        rest.mapped = mapped;
        if (whole.next != no_block) m_blocks[whole.next].previous = index;
        whole.next = index;
        whole.size = first;
        return index;
    }
    /// Merges a free neighbour of the same kind, if there is one, into `block`, which is in no list.
    void absorb(BlockIndex block, BlockIndex neighbour)
    {
        if (neighbour != no_block && !m_blocks[neighbour].allocated) absorb_free(block, neighbour);
    }
    /// Merges both neighbours.
    void absorb_neighbours(BlockIndex block)
    {
        absorb(block, m_blocks[block].previous);
        absorb(block, m_blocks[block].next);
    }
    /// Puts a free block into its bin.
    void keep(BlockIndex block)
    {
        const Block &kept = m_blocks[block];
        pool(kept.small).bins.insert(kept.size, kept.address, block);
    }
    /// Takes it out again.
    void drop(BlockIndex block) { pool(m_blocks[block].small).bins.erase(m_blocks[block].size, m_blocks[block].address); }
    void remember_unmapped(BlockIndex block);
    void forget_unmapped(BlockIndex block);

private:
    /// Index of a block that nobody uses. What seldom happens here and below stands apart: with it in line, each call would save
    /// a dozen registers.
    [[nodiscard]] BlockIndex spare()
    {
        if (m_spare == no_block) return one_more();
        return std::exchange(m_spare, m_blocks[m_spare].next);
    }
    [[nodiscard]] BlockIndex one_more();
    void absorb_free(BlockIndex block, BlockIndex neighbour);

    std::vector<Block> m_blocks;
    BlockIndex m_spare = no_block; ///< one of m_blocks to use again; its next is another
    Pool m_pools[2];               ///< large, small
};

inline void BlockPools::absorb_free(BlockIndex block, BlockIndex neighbour)
{
    Block &into = m_blocks[block];
    const Block &from = m_blocks[neighbour];
    if (from.mapped != into.mapped) return;
    if (from.mapped)
        drop(neighbour);
    else
        forget_unmapped(neighbour);
    if (into.previous == neighbour) {
        into.address = from.address;
        into.previous = from.previous;
        if (into.previous != no_block) m_blocks[into.previous].next = block;
    } else {
        into.next = from.next;
        if (into.next != no_block) m_blocks[into.next].previous = block;
    }
    into.size += from.size;
    discard(neighbour);
}

} // namespace plimsoll
