// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/bytes.h"

#include <cstdint>
#include <vector>

namespace plimsoll
{

using BlockIndex = std::uint32_t;
inline constexpr BlockIndex no_block = 0xffffffffu;

/// A free block as the bins hold it: bytes, address, and the owner's index of it.
struct FreeBlock {
    Bytes size = 0;
    Bytes address = 0;
    BlockIndex block = no_block;
};

/// Free blocks ordered by (size, address), as PyTorch orders a pool's. One bin a distinct size, the bins in a sorted array
/// that only grows (a step repeats its sizes), a bitmap over it that says which hold anything, and in a bin the blocks by
/// falling address, so that the lowest is taken from the end.
class BlockBins
{
public:
    void insert(const FreeBlock &entry);
    void erase(const FreeBlock &entry);

    /// The smallest block of at least `size` bytes, the lowest address among equals; block == no_block when there is none.
    [[nodiscard]] FreeBlock best_fit(Bytes size) const;
    /// The one that follows `entry`, which is in the bins, by (size, address).
    [[nodiscard]] FreeBlock after(const FreeBlock &entry) const;
    /// The largest, the highest address among equals.
    [[nodiscard]] FreeBlock largest() const;
    /// All of them, by (size, address).
    [[nodiscard]] std::vector<FreeBlock> all() const;

private:
    struct Entry {
        Bytes address;
        BlockIndex block;
    };
    using Bin = std::vector<Entry>;

    [[nodiscard]] std::size_t position_of(Bytes size) const;
    [[nodiscard]] std::size_t occupied_from(std::size_t position) const;
    [[nodiscard]] FreeBlock first_of(std::size_t position) const;
    std::size_t open(Bytes size);

    std::vector<Bytes> m_sizes;            ///< rising
    std::vector<std::uint32_t> m_bin_of;   ///< same order: index into m_bins
    std::vector<std::uint64_t> m_occupied; ///< one bit a position
    std::vector<Bin> m_bins;
};

} // namespace plimsoll
