// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/block_bins.h"

#include <algorithm>
#include <bit>

namespace plimsoll {
namespace {

/// The bits from `at` on move up by one; bit `at` becomes 0.
std::uint64_t opened_at(std::uint64_t bits, std::uint32_t at)
{
    const std::uint64_t below = (std::uint64_t{1} << at) - 1;
    return (bits & below) | ((bits & ~below) << 1);
}

} // namespace

/// The slot that holds `size`, or the empty one where it would stand.
std::size_t BlockBins::slot_of(Bytes size) const
{
    const std::size_t mask = m_slots.size() - 1; // of a power of two
    const auto bits = static_cast<std::uint64_t>(size);
    // upper bits of the product: sizes share many factors of two, which are zeros at its lower end
    std::size_t slot = static_cast<std::size_t>((bits ^ bits >> 31) * 0x9e3779b97f4a7c15u >> (64 - std::bit_width(mask)));
    while (m_slots[slot].size != size && m_slots[slot].size != 0) slot = (slot + 1) & mask;
    return slot;
}

void BlockBins::rehash(std::size_t slots)
{
    m_slots.assign(slots, {});
    for (const Leaf &leaf : m_leaves)
        for (std::uint32_t i = 0; i < leaf.count; ++i)
            m_slots[slot_of(leaf.lowest[i].size)] = {leaf.lowest[i].size, leaf.lowest[i].bin};
}

/// The lowest block of the first bin from there on that holds one; nullptr when none does. `position` up to 64.
const FreeBlock *BlockBins::occupied_from(std::uint32_t rank, std::uint32_t position) const
{
    if (rank >= m_occupied.size()) return nullptr;
    std::uint64_t bits = position < leaf_size ? m_occupied[rank] & (~std::uint64_t{0} << position) : 0;
    if (bits == 0) {
        std::size_t word = ++rank / 64;
        if (word >= m_any.size()) return nullptr;
        std::uint64_t leaves = m_any[word] & (~std::uint64_t{0} << rank % 64);
        while (leaves == 0) {
            if (++word >= m_any.size()) return nullptr;
            leaves = m_any[word];
        }
        rank = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(leaves));
        bits = m_occupied[rank];
    }
    return &m_leaves[m_ranked[rank]].lowest[static_cast<std::size_t>(std::countr_zero(bits))];
}

void BlockBins::mark(const Bin &bin, bool occupied)
{
    const std::uint32_t rank = m_leaves[bin.place.leaf].rank;
    std::uint64_t &bits = m_occupied[rank];
    const std::uint64_t bit = std::uint64_t{1} << bin.place.position;
    const bool was_empty = bits == 0;
    bits = occupied ? bits | bit : bits & ~bit;
    if (was_empty != (bits == 0)) summarize(rank);
}

/// Says again whether any bin of the leaf holds a block.
void BlockBins::summarize(std::uint32_t rank)
{
    if (rank / 64 >= m_any.size()) m_any.resize(rank / 64 + 1);
    const std::uint64_t bit = std::uint64_t{1} << rank % 64;
    std::uint64_t &word = m_any[rank / 64];
    word = m_occupied[rank] != 0 ? word | bit : word & ~bit;
}

/// The bin for `size`, made when there was none.
BlockBins::BinIndex BlockBins::bin_for(Bytes size)
{
    const Slot &slot = m_slots[slot_of(size)];
    return slot.size == size ? slot.bin : open(size);
}

/// The leaf where a bin for `size` belongs, with room for one more.
std::uint32_t BlockBins::leaf_for(Bytes size)
{
    if (m_leaves.empty()) {
        m_leaves.emplace_back();
        m_ranked.push_back(0);
        m_smallest.push_back(0); // whatever is smaller than all goes into the first
        m_occupied.push_back(0);
    }
    const auto rank_of = [&] {
        return static_cast<std::size_t>(std::upper_bound(m_smallest.begin(), m_smallest.end(), size) - m_smallest.begin()) - 1;
    };
    const std::uint32_t leaf = m_ranked[rank_of()];
    if (m_leaves[leaf].count < leaf_size) return leaf;
    split(leaf);
    return m_ranked[rank_of()];
}

/// Moves the upper half of a full leaf into a new one.
void BlockBins::split(std::uint32_t index)
{
    constexpr std::uint32_t half = leaf_size / 2;
    const auto made = static_cast<std::uint32_t>(m_leaves.size());
    Leaf &upper = m_leaves.emplace_back();
    Leaf &lower = m_leaves[index];
    std::copy(lower.lowest.begin() + half, lower.lowest.end(), upper.lowest.begin());
    upper.count = lower.count = half;
    const auto rank = static_cast<std::ptrdiff_t>(lower.rank);
    m_ranked.insert(m_ranked.begin() + rank + 1, made);
    m_smallest.insert(m_smallest.begin() + rank + 1, upper.lowest.front().size);
    m_occupied.insert(m_occupied.begin() + rank + 1, m_occupied[lower.rank] >> half);
    m_occupied[lower.rank] &= (std::uint64_t{1} << half) - 1;
    for (std::uint32_t i = lower.rank; i < m_ranked.size(); ++i) {
        m_leaves[m_ranked[i]].rank = i;
        summarize(i);
    }
    number_bins(made, 0);
}

/// Tells the bins of a leaf where they stand now.
void BlockBins::number_bins(std::uint32_t leaf, std::uint32_t from)
{
    for (std::uint32_t i = from; i < m_leaves[leaf].count; ++i) m_bins[m_leaves[leaf].lowest[i].bin].place = {leaf, i};
}

BlockBins::BinIndex BlockBins::open(Bytes size)
{
    const auto bin = static_cast<BinIndex>(m_bins.size());
    m_bins.emplace_back();
    const std::uint32_t index = leaf_for(size);
    Leaf &leaf = m_leaves[index];
    const auto begin = leaf.lowest.begin(), end = begin + leaf.count;
    const auto at = std::partition_point(begin, end, [&](const FreeBlock &b) { return b.size < size; });
    std::copy_backward(at, end, end + 1);
    *at = {.size = size, .bin = bin};
    ++leaf.count;
    const auto position = static_cast<std::uint32_t>(at - begin);
    m_occupied[leaf.rank] = opened_at(m_occupied[leaf.rank], position);
    number_bins(index, position);
    if (m_bins.size() * 3 > m_slots.size())
        rehash(m_slots.size() * 4);
    else
        m_slots[slot_of(size)] = {size, bin};
    return bin;
}

BlockBins::BinIndex BlockBins::insert(Bytes size, Bytes address, BlockIndex block)
{
    const BinIndex index = bin_for(size);
    Bin &bin = m_bins[index];
    FreeBlock &lowest = lowest_of(bin);
    if (lowest.block == no_block) {
        mark(bin, true);
    } else if (address < lowest.address) {
        bin.others.push_back({lowest.address, lowest.block});
    } else {
        const auto at =
            std::partition_point(bin.others.begin(), bin.others.end(), [&](const Entry &e) { return e.address > address; });
        bin.others.insert(at, {address, block});
        return index;
    }
    lowest.address = address;
    lowest.block = block;
    return index;
}

void BlockBins::erase(BinIndex index, Bytes address)
{
    Bin &bin = m_bins[index];
    FreeBlock &lowest = lowest_of(bin);
    if (lowest.address != address) {
        bin.others.erase(
            std::partition_point(bin.others.begin(), bin.others.end(), [&](const Entry &e) { return e.address > address; }));
    } else if (bin.others.empty()) {
        lowest.block = no_block;
        mark(bin, false);
    } else {
        lowest.address = bin.others.back().address;
        lowest.block = bin.others.back().block;
        bin.others.pop_back();
    }
}

const FreeBlock *BlockBins::best_fit(Bytes size)
{
    const Bin &bin = m_bins[bin_for(size)];
    const FreeBlock &own = lowest_of(bin);
    return own.block != no_block ? &own : occupied_from(m_leaves[bin.place.leaf].rank, bin.place.position);
}

FreeBlock BlockBins::after(const FreeBlock &entry) const
{
    const Bin &bin = m_bins[entry.bin];
    const auto above =
        std::partition_point(bin.others.begin(), bin.others.end(), [&](const Entry &e) { return e.address > entry.address; });
    if (above != bin.others.begin()) return {entry.size, (above - 1)->address, (above - 1)->block, entry.bin};
    const FreeBlock *next = occupied_from(m_leaves[bin.place.leaf].rank, bin.place.position + 1);
    return next ? *next : FreeBlock{};
}

std::vector<FreeBlock> BlockBins::all() const
{
    std::vector<FreeBlock> out;
    for (const FreeBlock *lowest = occupied_from(0, 0); lowest;) {
        FreeBlock entry = *lowest;
        out.push_back(entry);
        const Bin &bin = m_bins[entry.bin];
        for (auto other = bin.others.rbegin(); other != bin.others.rend(); ++other) {
            entry.address = other->address;
            entry.block = other->block;
            out.push_back(entry);
        }
        lowest = occupied_from(m_leaves[bin.place.leaf].rank, bin.place.position + 1);
    }
    return out;
}

} // namespace plimsoll
