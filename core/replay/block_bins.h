// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

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
    bool operator==(const FreeBlock &) const = default;
};

/// Free blocks ordered by (size, address), as PyTorch orders a pool's. The latest stands apart: a third of all leave before the
/// next one comes, merged or taken again. The others lie in one bin a distinct size; the bins only grow in number, since a step
/// repeats its sizes. They lie in a hash of the sizes, each with its lowest block, so that one line of the cache
/// tells most answers; where that size has no block, leaves of up to 64 bins by rising size, with a bitmap that says which hold
/// one and another of the leaves that do, lead to the next.
class BlockBins {
public:
    /// `size` > 0.
    void insert(Bytes size, Bytes address, BlockIndex block)
    {
        if (m_latest.block != no_block) put(m_latest);
        m_latest = {size, address, block};
    }
    /// Of a block that is in the bins.
    void erase(Bytes size, Bytes address);

    /// The smallest block of at least `size` > 0 bytes, the lowest address among equals; block == no_block when there is none.
    [[nodiscard]] FreeBlock best_fit(Bytes size)
    {
        const FreeBlock found = best_bin(size)->lowest();
        return latest_is_better(size, found) ? m_latest : found;
    }
    /// The same, taken out.
    BlockIndex take_best(Bytes size);
    /// The one that follows `entry`, which is in the bins, by (size, address); block == no_block when none does.
    [[nodiscard]] FreeBlock after(const FreeBlock &entry);
    /// All of them, by (size, address).
    [[nodiscard]] std::vector<FreeBlock> all() const;

private:
    struct Entry {
        Bytes address;
        BlockIndex block;
    };
    using Others = std::vector<Entry>; ///< all but the lowest, by falling address
    static constexpr std::uint32_t none = 0xffffffffu, leaf_size = 64;
    struct alignas(32) Bin {
        Bytes size = 0;              ///< 0: this slot has no bin
        Bytes address = 0;           ///< of its lowest block
        BlockIndex block = no_block; ///< no_block: it is empty
        std::uint32_t others = none; ///< index into m_others
        std::uint32_t leaf = 0;
        std::uint8_t position = 0;
        [[nodiscard]] FreeBlock lowest() const { return {size, address, block}; }
    };
    struct Leaf {
        std::uint32_t count = 0;
        std::array<std::uint32_t, leaf_size> places; ///< of its bins, by rising size
    };

    static constexpr FreeBlock nothing{-1, -1, no_block}; ///< smaller than every request, at no block's address

    [[nodiscard]] bool latest_is_better(Bytes size, const FreeBlock &than) const
    {
        if (m_latest.size < size) return false;
        return than.block == no_block || m_latest.size < than.size ||
               (m_latest.size == than.size && m_latest.address < than.address);
    }
    void put(const FreeBlock &free);
    void put_latest();
    [[nodiscard]] std::size_t slot_of(Bytes size) const;
    [[nodiscard]] Bin *bin_for(Bytes size);
    [[nodiscard]] const Bin *best_bin(Bytes size);
    [[nodiscard]] const Bin *next_occupied(const Bin &bin) const;
    [[nodiscard]] const Bin *occupied_from(std::uint32_t rank, std::uint32_t position) const;
    void put_beside(Bin &bin, const FreeBlock &free);
    void take_lowest(Bin &bin);
    void mark(const Bin &bin, bool occupied);
    void summarize();
    Bin *open(Bytes size);
    [[nodiscard]] std::uint32_t leaf_for(Bytes size);
    void split(std::uint32_t leaf);
    void number_bins(std::uint32_t leaf, std::uint32_t from);
    void rehash(std::size_t slots);

    std::vector<Bin> m_slots = std::vector<Bin>(256); ///< a power of two
    int m_shift = 56;                                 ///< 64 less its exponent
    std::vector<std::uint64_t> m_occupied;            ///< one bit a bin of each leaf
    std::vector<std::uint64_t> m_any;                 ///< one bit a leaf that holds a block, by rank
    std::vector<Leaf> m_leaves;                       ///< in order of first use
    std::vector<std::uint32_t> m_ranked;              ///< leaves by rising size
    std::vector<std::uint32_t> m_rank;                ///< of each leaf among them
    std::vector<Bytes> m_smallest;                    ///< smallest size of each, by rank
    std::vector<Others> m_others;                     ///< of the bins that ever held two blocks
    std::size_t m_bins = 0;
    FreeBlock m_latest = nothing; ///< in no bin yet
    Bin m_nothing;                ///< what is found where nothing is
};

} // namespace plimsoll
