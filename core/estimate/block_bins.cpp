// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/block_bins.h"

#include <algorithm>
#include <bit>

namespace plimsoll {
namespace {

constexpr std::size_t word_bits = 64;

/// Moves the bits from `at` on up by one; bit `at` becomes 0.
void shift_up(std::vector<std::uint64_t> &words, std::size_t at)
{
    std::size_t word = at / word_bits;
    const std::uint64_t below = (std::uint64_t{1} << at % word_bits) - 1;
    std::uint64_t carry = words[word] >> (word_bits - 1);
    words[word] = (words[word] & below) | ((words[word] & ~below) << 1);
    while (++word < words.size()) {
        const std::uint64_t out = words[word] >> (word_bits - 1);
        words[word] = words[word] << 1 | carry;
        carry = out;
    }
}

} // namespace

/// The slot that holds `size`, or the empty one where it would stand.
std::size_t BlockBins::slot_of(Bytes size) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = static_cast<std::uint64_t>(size) * 0x9e3779b97f4a7c15u >> 40 & mask;
    while (m_slots[slot].size != size && m_slots[slot].size != 0) slot = (slot + 1) & mask;
    return slot;
}

void BlockBins::rehash(std::size_t slots)
{
    m_slots.assign(slots, {});
    for (const FreeBlock &lowest : m_lowest) m_slots[slot_of(lowest.size)] = {lowest.size, lowest.bin};
}

/// First position from `position` on that holds a block, or the number of positions.
std::size_t BlockBins::occupied_from(std::size_t position) const
{
    std::size_t word = position / word_bits;
    if (word >= m_occupied.size()) return m_lowest.size();
    std::uint64_t bits = m_occupied[word] & (~std::uint64_t{0} << position % word_bits);
    while (bits == 0) {
        if (++word == m_occupied.size()) return m_lowest.size();
        bits = m_occupied[word];
    }
    return word * word_bits + static_cast<std::size_t>(std::countr_zero(bits));
}

/// The bin for `size`, made when there was none.
BlockBins::BinIndex BlockBins::bin_for(Bytes size)
{
    const Slot &slot = m_slots[slot_of(size)];
    return slot.size == size ? slot.bin : open(size);
}

BlockBins::BinIndex BlockBins::open(Bytes size)
{
    const auto at = std::partition_point(m_lowest.begin(), m_lowest.end(), [&](const FreeBlock &b) { return b.size < size; });
    const auto position = static_cast<std::size_t>(at - m_lowest.begin());
    const auto bin = static_cast<BinIndex>(m_bins.size());
    for (std::size_t i = position; i < m_lowest.size(); ++i) ++m_bins[m_lowest[i].bin].position;
    if (m_lowest.size() % word_bits == 0) m_occupied.push_back(0);
    shift_up(m_occupied, position);
    m_lowest.insert(at, {.size = size, .bin = bin});
    m_bins.push_back({static_cast<std::uint32_t>(position), {}});
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
    FreeBlock &lowest = m_lowest[bin.position];
    if (lowest.block == no_block) {
        m_occupied[bin.position / word_bits] |= std::uint64_t{1} << bin.position % word_bits;
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
    FreeBlock &lowest = m_lowest[bin.position];
    if (lowest.address != address) {
        bin.others.erase(
            std::partition_point(bin.others.begin(), bin.others.end(), [&](const Entry &e) { return e.address > address; }));
    } else if (bin.others.empty()) {
        lowest.block = no_block;
        m_occupied[bin.position / word_bits] &= ~(std::uint64_t{1} << bin.position % word_bits);
    } else {
        lowest.address = bin.others.back().address;
        lowest.block = bin.others.back().block;
        bin.others.pop_back();
    }
}

const FreeBlock *BlockBins::best_fit(Bytes size)
{
    const std::size_t position = m_bins[bin_for(size)].position;
    if (m_lowest[position].block != no_block) return &m_lowest[position];
    const std::size_t next = occupied_from(position);
    return next < m_lowest.size() ? &m_lowest[next] : nullptr;
}

FreeBlock BlockBins::after(const FreeBlock &entry) const
{
    const Bin &bin = m_bins[entry.bin];
    const auto above =
        std::partition_point(bin.others.begin(), bin.others.end(), [&](const Entry &e) { return e.address > entry.address; });
    if (above != bin.others.begin()) return {entry.size, (above - 1)->address, (above - 1)->block, entry.bin};
    const std::size_t next = occupied_from(bin.position + std::size_t{1});
    return next < m_lowest.size() ? m_lowest[next] : FreeBlock{};
}

std::vector<FreeBlock> BlockBins::all() const
{
    std::vector<FreeBlock> out;
    for (std::size_t position = occupied_from(0); position < m_lowest.size(); position = occupied_from(position + 1)) {
        FreeBlock entry = m_lowest[position];
        out.push_back(entry);
        const std::vector<Entry> &others = m_bins[entry.bin].others;
        for (auto other = others.rbegin(); other != others.rend(); ++other) {
            entry.address = other->address;
            entry.block = other->block;
            out.push_back(entry);
        }
    }
    return out;
}

} // namespace plimsoll
