// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/block_bins.h"

#include <algorithm>
#include <bit>

namespace plimsoll
{
namespace
{

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

/// First position whose size is at least `size`; without a branch that depends on the data, since none could be foretold.
std::size_t BlockBins::position_of(Bytes size) const
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
    const Entry &entry = m_bins[m_bin_of[position]].back();
    return {m_sizes[position], entry.address, entry.block};
}

/// Position of the bin for `size`, made when there was none.
std::size_t BlockBins::open(Bytes size)
{
    const std::size_t position = position_of(size);
    if (position < m_sizes.size() && m_sizes[position] == size) return position;
    if (m_sizes.size() % word_bits == 0) m_occupied.push_back(0);
    shift_up(m_occupied, position);
    m_sizes.insert(m_sizes.begin() + static_cast<std::ptrdiff_t>(position), size);
    m_bin_of.insert(m_bin_of.begin() + static_cast<std::ptrdiff_t>(position), static_cast<std::uint32_t>(m_bins.size()));
    m_bins.emplace_back();
    return position;
}

void BlockBins::insert(const FreeBlock &entry)
{
    const std::size_t position = open(entry.size);
    Bin &bin = m_bins[m_bin_of[position]];
    if (bin.empty()) set_bit(m_occupied, position);
    const auto at = bin.empty() || entry.address < bin.back().address
                        ? bin.end()
                        : std::partition_point(bin.begin(), bin.end(), [&](const Entry &e) { return e.address > entry.address; });
    bin.insert(at, {entry.address, entry.block});
}

void BlockBins::erase(const FreeBlock &entry)
{
    const std::size_t position = position_of(entry.size);
    Bin &bin = m_bins[m_bin_of[position]];
    if (bin.back().address == entry.address)
        bin.pop_back();
    else
        bin.erase(std::partition_point(bin.begin(), bin.end(), [&](const Entry &e) { return e.address > entry.address; }));
    if (bin.empty()) clear_bit(m_occupied, position);
}

FreeBlock BlockBins::best_fit(Bytes size) const { return first_of(occupied_from(position_of(size))); }

FreeBlock BlockBins::after(const FreeBlock &entry) const
{
    const std::size_t position = position_of(entry.size);
    const Bin &bin = m_bins[m_bin_of[position]];
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
        const Entry &entry = m_bins[m_bin_of[position]].front();
        return {m_sizes[position], entry.address, entry.block};
    }
    return {};
}

std::vector<FreeBlock> BlockBins::all() const
{
    std::vector<FreeBlock> out;
    for (std::size_t position = occupied_from(0); position < m_sizes.size(); position = occupied_from(position + 1)) {
        const Bin &bin = m_bins[m_bin_of[position]];
        for (auto entry = bin.rbegin(); entry != bin.rend(); ++entry)
            out.push_back({m_sizes[position], entry->address, entry->block});
    }
    return out;
}

} // namespace plimsoll
