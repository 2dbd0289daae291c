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
    std::uint32_t bin = 0; ///< where the bins hold it
};

/// Free blocks ordered by (size, address), as PyTorch orders a pool's. One bin a distinct size; the bins only grow in number,
/// since a step repeats its sizes, and stand in an array by size, each with its lowest block, under a bitmap that says which
/// hold one. A hash of the sizes spares the search for one that was asked for before. A new size costs time in proportion to
/// their number, everything else hardly any.
class BlockBins {
public:
    using BinIndex = std::uint32_t;

    /// Returns the bin that the block is in now, which erase() wants.
    BinIndex insert(Bytes size, Bytes address, BlockIndex block);
    void erase(BinIndex bin, Bytes address);

    /// The smallest block of at least `size` > 0 bytes, the lowest address among equals; nullptr when there is none. The pointer
    /// holds until the bins are used again.
    [[nodiscard]] const FreeBlock *best_fit(Bytes size);
    /// The one that follows `entry`, which is in the bins, by (size, address); block == no_block when none does.
    [[nodiscard]] FreeBlock after(const FreeBlock &entry) const;
    /// All of them, by (size, address).
    [[nodiscard]] std::vector<FreeBlock> all() const;

private:
    struct Entry {
        Bytes address;
        BlockIndex block;
    };
    struct Bin {
        std::uint32_t position = 0; ///< in m_lowest
        std::vector<Entry> others;  ///< all but the lowest, by falling address
    };
    struct Slot {
        Bytes size = 0; ///< 0: none
        BinIndex bin = 0;
    };

    [[nodiscard]] std::size_t occupied_from(std::size_t position) const;
    [[nodiscard]] std::size_t slot_of(Bytes size) const;
    [[nodiscard]] BinIndex bin_for(Bytes size);
    BinIndex open(Bytes size);
    void rehash(std::size_t slots);

    std::vector<FreeBlock> m_lowest;       ///< by rising size, one a bin; no_block where the bin is empty
    std::vector<std::uint64_t> m_occupied; ///< one bit a position
    std::vector<Bin> m_bins;               ///< in order of first use
    std::vector<Slot> m_slots = std::vector<Slot>(256);
};

} // namespace plimsoll
