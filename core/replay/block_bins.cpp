// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/block_bins.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace plimsoll {
namespace {

/// The bits from `at` on move up by one; bit `at` becomes 0.
std::uint64_t opened_at(std::uint64_t bits, std::uint32_t at)
{
    const std::uint64_t below = (std::uint64_t{1} << at) - 1;
    return (bits & below) | ((bits & ~below) << 1);
}

/// Where an address stands, or would, in a list by falling address.
template <class List>
auto place_of(List &list, Bytes address)
{
    return std::partition_point(list.begin(), list.end(), [address](const auto &e) { return e.address > address; });
}

} // namespace

/// The slot that holds `size`, or the empty one where it would stand.
std::size_t BlockBins::slot_of(Bytes size) const
{
    const auto bits = static_cast<std::uint64_t>(size);
    // upper bits of the product: sizes share many factors of two, which are zeros at its lower end
    auto slot = static_cast<std::size_t>((bits ^ bits >> 31) * 0x9e3779b97f4a7c15u >> m_shift);
    while (m_slots[slot].size != size && m_slots[slot].size != 0) slot = (slot + 1) & (m_slots.size() - 1);
    return slot;
}

[[gnu::noinline]] void BlockBins::rehash(std::size_t slots)
{
    const std::vector<Bin> before = std::exchange(m_slots, std::vector<Bin>(slots));
    m_shift = 64 - std::countr_zero(slots);
    for (const Bin &bin : before) {
        if (bin.size == 0) continue;
        const std::size_t slot = slot_of(bin.size);
        m_slots[slot] = bin;
        m_leaves[bin.leaf].places[bin.position] = static_cast<std::uint32_t>(slot);
    }
}

/// The first bin from there on that holds a block; m_nothing when none does. `position` up to 64.
[[gnu::noinline]] const BlockBins::Bin *BlockBins::occupied_from(std::uint32_t rank, std::uint32_t position) const
{
    if (rank >= m_ranked.size()) return &m_nothing;
    std::uint32_t leaf = m_ranked[rank];
    std::uint64_t bits = position < leaf_size ? m_occupied[leaf] & (~std::uint64_t{0} << position) : 0;
    if (bits == 0) {
        std::size_t word = ++rank / 64;
        if (word >= m_any.size()) return &m_nothing;
        std::uint64_t leaves = m_any[word] & (~std::uint64_t{0} << rank % 64);
        while (leaves == 0) {
            if (++word >= m_any.size()) return &m_nothing;
            leaves = m_any[word];
        }
        leaf = m_ranked[word * 64 + static_cast<std::size_t>(std::countr_zero(leaves))];
        bits = m_occupied[leaf];
    }
    return &m_slots[m_leaves[leaf].places[static_cast<std::size_t>(std::countr_zero(bits))]];
}

/// The same behind `bin`.
const BlockBins::Bin *BlockBins::next_occupied(const Bin &bin) const
{
    const std::uint64_t bits = m_occupied[bin.leaf] & (~std::uint64_t{0} << bin.position) & ~(std::uint64_t{1} << bin.position);
    if (bits != 0) return &m_slots[m_leaves[bin.leaf].places[static_cast<std::size_t>(std::countr_zero(bits))]];
    return occupied_from(m_rank[bin.leaf], leaf_size);
}

void BlockBins::mark(const Bin &bin, bool occupied)
{
    std::uint64_t &bits = m_occupied[bin.leaf];
    const std::uint64_t bit = std::uint64_t{1} << bin.position;
    const bool was_empty = bits == 0;
    bits = occupied ? bits | bit : bits & ~bit;
    if (was_empty == (bits == 0)) return;
    const std::uint32_t rank = m_rank[bin.leaf];
    m_any[rank / 64] ^= std::uint64_t{1} << rank % 64;
}

/// Says again which leaves hold a block, by rank.
void BlockBins::summarize()
{
    m_any.assign(m_ranked.size() / 64 + 1, 0);
    for (std::size_t rank = 0; rank < m_ranked.size(); ++rank)
        if (m_occupied[m_ranked[rank]] != 0) m_any[rank / 64] |= std::uint64_t{1} << rank % 64;
}

/// The bin for `size`, made when there was none.
BlockBins::Bin *BlockBins::bin_for(Bytes size)
{
    Bin &bin = m_slots[slot_of(size)];
    return bin.size == size ? &bin : open(size);
}

/// The leaf where a bin for `size` belongs, with room for one more.
std::uint32_t BlockBins::leaf_for(Bytes size)
{
    if (m_leaves.empty()) {
        m_leaves.emplace_back();
        m_ranked.push_back(0);
        m_smallest.push_back(0); // whatever is smaller than all goes into the first
        m_occupied.push_back(0);
        m_rank.push_back(0);
        m_any.push_back(0);
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
    std::copy(lower.places.begin() + half, lower.places.end(), upper.places.begin());
    upper.count = lower.count = half;
    m_occupied.push_back(m_occupied[index] >> half);
    m_occupied[index] &= (std::uint64_t{1} << half) - 1;
    const auto rank = static_cast<std::ptrdiff_t>(m_rank[index]);
    m_ranked.insert(m_ranked.begin() + rank + 1, made);
    m_smallest.insert(m_smallest.begin() + rank + 1, m_slots[upper.places.front()].size);
    m_rank.resize(m_ranked.size());
    for (std::uint32_t i = 0; i < m_ranked.size(); ++i) m_rank[m_ranked[i]] = i;
    summarize();
    number_bins(made, 0);
}

/// Tells the bins of a leaf where they stand now.
void BlockBins::number_bins(std::uint32_t leaf, std::uint32_t from)
{
    for (std::uint32_t i = from; i < m_leaves[leaf].count; ++i) {
        Bin &bin = m_slots[m_leaves[leaf].places[i]];
        bin.leaf = leaf;
        bin.position = static_cast<std::uint8_t>(i);
    }
}

[[gnu::noinline]] BlockBins::Bin *BlockBins::open(Bytes size)
{
    if (++m_bins * 2 > m_slots.size()) rehash(m_slots.size() * 2);
    const std::size_t slot = slot_of(size);
    m_slots[slot].size = size;
    const std::uint32_t index = leaf_for(size);
    Leaf &leaf = m_leaves[index];
    const auto begin = leaf.places.begin(), end = begin + leaf.count;
    const auto at = std::partition_point(begin, end, [&](std::uint32_t s) { return m_slots[s].size < size; });
    std::copy_backward(at, end, end + 1);
    *at = static_cast<std::uint32_t>(slot);
    ++leaf.count;
    const auto position = static_cast<std::uint32_t>(at - begin);
    m_occupied[index] = opened_at(m_occupied[index], position);
    number_bins(index, position);
    return &m_slots[slot];
}

void BlockBins::put_latest()
{
    if (m_latest.block != no_block) put(std::exchange(m_latest, nothing));
}

[[gnu::noinline]] void BlockBins::put(const FreeBlock &free)
{
    Bin &bin = *bin_for(free.size);
    if (bin.block != no_block) return put_beside(bin, free);
    mark(bin, true);
    bin.address = free.address;
    bin.block = free.block;
}

/// Into a bin that holds others.
[[gnu::noinline]] void BlockBins::put_beside(Bin &bin, const FreeBlock &free)
{
    if (bin.others == none) {
        bin.others = static_cast<std::uint32_t>(m_others.size());
        m_others.emplace_back();
    }
    Others &others = m_others[bin.others];
    if (free.address > bin.address) {
        others.insert(place_of(others, free.address), {free.address, free.block});
        return;
    }
    others.push_back({bin.address, bin.block});
    bin.address = free.address;
    bin.block = free.block;
}

void BlockBins::erase(Bytes size, Bytes address)
{
    if (m_latest.address == address && m_latest.size == size) {
        m_latest = nothing;
        return;
    }
    Bin &bin = m_slots[slot_of(size)];
    if (bin.address == address) return take_lowest(bin);
    Others &others = m_others[bin.others];
    others.erase(place_of(others, address));
}

void BlockBins::take_lowest(Bin &bin)
{
    if (bin.others == none || m_others[bin.others].empty()) {
        bin.block = no_block;
        mark(bin, false);
        return;
    }
    Others &others = m_others[bin.others];
    bin.address = others.back().address;
    bin.block = others.back().block;
    others.pop_back();
}

const BlockBins::Bin *BlockBins::best_bin(Bytes size)
{
    const Bin *bin = bin_for(size);
    return bin->block != no_block ? bin : next_occupied(*bin);
}

BlockIndex BlockBins::take_best(Bytes size)
{
    const Bin *bin = bin_for(size);
    if (bin->block == no_block) {
        if (m_latest.size == size) return std::exchange(m_latest, nothing).block; // nothing fits better
        bin = next_occupied(*bin);
    }
    const BlockIndex taken = bin->block;
    if (latest_is_better(size, bin->lowest())) return std::exchange(m_latest, nothing).block;
    if (taken != no_block) take_lowest(m_slots[static_cast<std::size_t>(bin - m_slots.data())]);
    return taken;
}

FreeBlock BlockBins::after(const FreeBlock &entry)
{
    put_latest();
    const Bin &bin = m_slots[slot_of(entry.size)];
    if (bin.others != none) {
        const Others &others = m_others[bin.others];
        const auto above = place_of(others, entry.address);
        if (above != others.begin()) return {entry.size, (above - 1)->address, (above - 1)->block};
    }
    return next_occupied(bin)->lowest();
}

std::vector<FreeBlock> BlockBins::all() const
{
    std::vector<FreeBlock> out;
    for (const Bin *bin = occupied_from(0, 0); bin->block != no_block; bin = next_occupied(*bin)) {
        out.push_back(bin->lowest());
        if (bin->others == none) continue;
        const Others &others = m_others[bin->others];
        for (auto other = others.rbegin(); other != others.rend(); ++other)
            out.push_back({bin->size, other->address, other->block});
    }
    if (m_latest.block == no_block) return out;
    const auto place = std::ranges::upper_bound(out, std::pair(m_latest.size, m_latest.address), {},
                                                [](const FreeBlock &free) { return std::pair(free.size, free.address); });
    out.insert(place, m_latest);
    return out;
}

} // namespace plimsoll
