// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/block_pools.h"
#include "core/replay/reserved_memory.h"

namespace plimsoll {

/// Expandable segments: one segment a pool, of which pages are mapped and unmapped. A view of an allocator's parts.
class ExpandableSegments {
public:
    ExpandableSegments(const AllocatorOptions &options, BlockPools &pools, ReservedMemory &reserved);

    /// Address space, none of it mapped.
    void open();
    /// The best fit, from the smallest block that fits on: one that can grow counts as large as it can grow (get_free_block).
    [[nodiscard]] BlockIndex best(BlockBins &bins, FreeBlock fit) const;
    /// try_allocate_expandable_block: a free block of at least `size` bytes, in no list; no_block when the driver has no pages.
    [[nodiscard]] BlockIndex expand(bool small, Bytes size);
    /// Gives the whole pages inside a free block back.
    void unmap(BlockIndex block);

private:
    [[nodiscard]] Bytes size_with_growth(BlockIndex block) const;
    [[nodiscard]] BlockIndex find_room(bool small, Bytes size);
    [[nodiscard]] bool map(BlockIndex block, Bytes size);

    const AllocatorOptions &m_options;
    BlockPools &m_pools;
    ReservedMemory &m_reserved;
};

} // namespace plimsoll
