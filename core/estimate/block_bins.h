// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/bytes.h"

#include <array>
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
/// since a step repeats its sizes. They stand by size in leaves of up to 64, each bin with its lowest block, under a bitmap that
/// says which hold one and another of the leaves that do. A hash of the sizes spares the search for one that was asked for
/// before; a new one moves its leaf.
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
    struct Place {
        std::uint32_t leaf = 0, position = 0;
    };
    struct Bin {
        Place place;
        std::vector<Entry> others; ///< all but the lowest, by falling address
    };
    static constexpr std::uint32_t leaf_size = 64;
    struct Leaf {
        std::uint32_t rank = 0; ///< among the leaves
        std::uint32_t count = 0;
        std::array<FreeBlock, leaf_size> lowest; ///< by rising size, one a bin; no_block where the bin is empty
    };
    struct Slot {
        Bytes size = 0; ///< 0: none
        BinIndex bin = 0;
    };

    [[nodiscard]] FreeBlock &lowest_of(const Bin &bin) { return m_leaves[bin.place.leaf].lowest[bin.place.position]; }
    [[nodiscard]] const FreeBlock *occupied_from(std::uint32_t rank, std::uint32_t position) const;
    void mark(const Bin &bin, bool occupied);
    void summarize(std::uint32_t rank);
    [[nodiscard]] std::size_t slot_of(Bytes size) const;
    [[nodiscard]] BinIndex bin_for(Bytes size);
    BinIndex open(Bytes size);
    [[nodiscard]] std::uint32_t leaf_for(Bytes size);
    void split(std::uint32_t leaf);
    void number_bins(std::uint32_t leaf, std::uint32_t from);
    void rehash(std::size_t slots);

    std::vector<Leaf> m_leaves;            ///< in order of first use
    std::vector<std::uint32_t> m_ranked;   ///< leaves by rising size
    std::vector<Bytes> m_smallest;         ///< smallest size of each, by rank
    std::vector<std::uint64_t> m_occupied; ///< one bit a bin of each, by rank
    std::vector<std::uint64_t> m_any;      ///< one bit a leaf that holds a block, by rank
    std::vector<Bin> m_bins;               ///< in order of first use
    std::vector<Slot> m_slots = std::vector<Slot>(256);
};

} // namespace plimsoll
