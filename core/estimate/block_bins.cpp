// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/block_bins.h"

#include <algorithm>
#include <bit>

namespace plimsoll {
namespace {

constexpr std::size_t word_bits = 64;

void set_bit(std::vector<std::uint64_t> &words, std::size_t at) { words[at / word_bits] |= std::uint64_t{1} << at % word_bits; }
void clear_bit(std::vector<std::uint64_t> &words, std::size_t at)
{
    words[at / word_bits] &= ~(std::uint64_t{1} << at % word_bits);
}

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
    std::size_t slot = static_cast<std::uint64_t>(size / 512) * 0x9e3779b97f4a7c15u >> 32 & mask;
    while (m_slots[slot].size != size && m_slots[slot].size != 0) slot = (slot + 1) & mask;
    return slot;
}

void BlockBins::rehash(std::size_t slots)
{
    m_slots.assign(slots, {});
    for (std::size_t i = 0; i < m_sizes.size(); ++i) m_slots[slot_of(m_sizes[i])] = {m_sizes[i], m_bin_at[i]};
}

/// First position whose size is at least `size`.
std::size_t BlockBins::position_of(Bytes size) const
{
    const Slot &slot = m_slots[slot_of(size)];
    return slot.size == size && size != 0 ? m_bins[slot.bin].position : search(size);
}

/// The same by halving, without a branch that depends on the data, since none could be foretold.
std::size_t BlockBins::search(Bytes size) const
{
    const Bytes *base = m_sizes.data();
    std::size_t length = m_sizes.size();
    while (length > 1) {
        const std::size_t half = length / 2;
        base += base[half - 1] < size ? half : 0;
        length -= half;
    }
    return static_cast<std::size_t>(base - m_sizes.data()) + (length == 1 && *base < size);
}

/// First position from `position` on that holds a block, or the number of positions.
std::size_t BlockBins::occupied_from(std::size_t position) const
{
    if (position >= m_sizes.size()) return m_sizes.size();
    std::size_t word = position / word_bits;
    std::uint64_t bits = m_occupied[word] & (~std::uint64_t{0} << position % word_bits);
    while (bits == 0) {
        if (++word == m_occupied.size()) return m_sizes.size();
        bits = m_occupied[word];
    }
    return word * word_bits + static_cast<std::size_t>(std::countr_zero(bits));
}

FreeBlock BlockBins::first_of(std::size_t position) const
{
    if (position >= m_sizes.size()) return {};
    const Entry &entry = m_bins[m_bin_at[position]].entries.back();
    return {m_sizes[position], entry.address, entry.block};
}

/// The bin for `size`, made when there was none.
BlockBins::BinIndex BlockBins::open(Bytes size)
{
    if (const Slot &slot = m_slots[slot_of(size)]; slot.size == size) return slot.bin;
    const std::size_t position = search(size);
    const auto bin = static_cast<BinIndex>(m_bins.size());
    if (m_sizes.size() % word_bits == 0) m_occupied.push_back(0);
    shift_up(m_occupied, position);
    for (std::size_t i = position; i < m_bin_at.size(); ++i) ++m_bins[m_bin_at[i]].position;
    m_sizes.insert(m_sizes.begin() + static_cast<std::ptrdiff_t>(position), size);
    m_bin_at.insert(m_bin_at.begin() + static_cast<std::ptrdiff_t>(position), bin);
    m_bins.push_back({{}, static_cast<std::uint32_t>(position)});
    if (m_sizes.size() * 2 > m_slots.size())
        rehash(m_slots.size() * 2);
    else
        m_slots[slot_of(size)] = {size, bin};
    return bin;
}

BlockBins::BinIndex BlockBins::insert(const FreeBlock &entry)
{
    const BinIndex index = open(entry.size);
    std::vector<Entry> &bin = m_bins[index].entries;
    if (bin.empty()) set_bit(m_occupied, m_bins[index].position);
    const Entry added = {entry.address, entry.block};
    if (bin.empty() || added.address < bin.back().address)
        bin.push_back(added);
    else
        bin.insert(std::partition_point(bin.begin(), bin.end(), [&](const Entry &e) { return e.address > added.address; }),
                   added);
    return index;
}

void BlockBins::erase(BinIndex index, Bytes address)
{
    std::vector<Entry> &bin = m_bins[index].entries;
    if (bin.back().address == address)
        bin.pop_back();
    else
        bin.erase(std::partition_point(bin.begin(), bin.end(), [&](const Entry &e) { return e.address > address; }));
    if (bin.empty()) clear_bit(m_occupied, m_bins[index].position);
}

FreeBlock BlockBins::best_fit(Bytes size) const { return first_of(occupied_from(position_of(size))); }

FreeBlock BlockBins::after(const FreeBlock &entry) const
{
    const std::size_t position = position_of(entry.size);
    const std::vector<Entry> &bin = m_bins[m_bin_at[position]].entries;
    const auto at = std::partition_point(bin.begin(), bin.end(), [&](const Entry &e) { return e.address > entry.address; });
    if (at == bin.begin()) return first_of(occupied_from(position + 1));
    return {entry.size, (at - 1)->address, (at - 1)->block};
}

FreeBlock BlockBins::largest() const
{
    for (std::size_t word = m_occupied.size(); word-- > 0;) {
        if (m_occupied[word] == 0) continue;
        const std::size_t position =
            word * word_bits + word_bits - 1 - static_cast<std::size_t>(std::countl_zero(m_occupied[word]));
        const Entry &entry = m_bins[m_bin_at[position]].entries.front();
        return {m_sizes[position], entry.address, entry.block};
    }
    return {};
}

std::vector<FreeBlock> BlockBins::all() const
{
    std::vector<FreeBlock> out;
    for (std::size_t position = occupied_from(0); position < m_sizes.size(); position = occupied_from(position + 1)) {
        const std::vector<Entry> &bin = m_bins[m_bin_at[position]].entries;
        for (auto entry = bin.rbegin(); entry != bin.rend(); ++entry)
            out.push_back({m_sizes[position], entry->address, entry->block});
    }
    return out;
}

} // namespace plimsoll
