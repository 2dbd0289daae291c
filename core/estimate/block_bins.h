// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/bytes.h"

#include <cstdint>
#include <vector>

namespace plimsoll {

using BlockIndex = std::uint32_t;
inline constexpr BlockIndex no_block = 0xffffffffu;

/// A free block as the bins hold it: bytes, address, and the owner's index of it.
struct FreeBlock {
    Bytes size = 0;
    Bytes address = 0;
    BlockIndex block = no_block;
};

/// Free blocks ordered by (size, address), as PyTorch orders a pool's. One bin a distinct size; the bins only grow in number,
/// since a step repeats its sizes, and stand in an array by size with a bitmap over it that says which hold anything. A hash of
/// the sizes spares the search for one that was seen before. In a bin the blocks stand by falling address, so that the lowest
/// is taken from the end.
class BlockBins {
public:
    using BinIndex = std::uint32_t;

    /// Returns the bin that the block is in now, which erase() wants.
    BinIndex insert(const FreeBlock &entry);
    void erase(BinIndex bin, Bytes address);

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
    struct Bin {
        std::vector<Entry> entries; ///< by falling address
        std::uint32_t position;     ///< in m_sizes
    };
    struct Slot {
        Bytes size = 0; ///< 0: none
        BinIndex bin = 0;
    };

    [[nodiscard]] std::size_t position_of(Bytes size) const;
    [[nodiscard]] std::size_t search(Bytes size) const;
    [[nodiscard]] std::size_t occupied_from(std::size_t position) const;
    [[nodiscard]] FreeBlock first_of(std::size_t position) const;
    [[nodiscard]] std::size_t slot_of(Bytes size) const;
    BinIndex open(Bytes size);
    void rehash(std::size_t slots);

    std::vector<Bytes> m_sizes;            ///< rising
    std::vector<BinIndex> m_bin_at;        ///< same order
    std::vector<std::uint64_t> m_occupied; ///< one bit a position
    std::vector<Bin> m_bins;               ///< in order of first use
    std::vector<Slot> m_slots = std::vector<Slot>(64);
};

} // namespace plimsoll
