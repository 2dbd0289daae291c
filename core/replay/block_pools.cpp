// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/block_pools.h"

namespace plimsoll {

[[gnu::noinline]] BlockIndex BlockPools::one_more()
{
    m_blocks.emplace_back();
    return static_cast<BlockIndex>(m_blocks.size() - 1);
}

void BlockPools::remember_unmapped(BlockIndex block)
{
    std::vector<BlockIndex> &unmapped = pool(m_blocks[block].small).unmapped;
    const Bytes address = m_blocks[block].address;
    unmapped.insert(
        std::partition_point(unmapped.begin(), unmapped.end(), [&](BlockIndex b) { return m_blocks[b].address < address; }),
        block);
}

void BlockPools::forget_unmapped(BlockIndex block) { std::erase(pool(m_blocks[block].small).unmapped, block); }

} // namespace plimsoll
