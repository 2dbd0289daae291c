// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstdint>
#include <optional>

namespace plimsoll {

inline constexpr Bytes block_unit = 512;                ///< every block is a multiple of it
inline constexpr Bytes small_limit = mib;               ///< largest request of the small pool
inline constexpr Bytes request_limit = Bytes{1} << 60;  ///< from here on PyTorch refuses
inline constexpr Bytes reserved_limit = Bytes{1} << 61; ///< address space

/// PYTORCH_ALLOC_CONF, and the rules of the allocator that follow from it alone (caching_allocator.h says whose they are).
struct AllocatorOptions {
    bool expandable_segments = false;        ///< PYTORCH_ALLOC_CONF=expandable_segments:True
    std::optional<Bytes> capacity;           ///< what the driver has for this process, context not included; absent: without end
    Bytes large_segment = 20 * mib;          ///< large_segment_size_mb
    std::optional<Bytes> max_split_size;     ///< max_split_size_mb; absent: all blocks may be split
    Bytes max_non_split_rounding = 20 * mib; ///< max_non_split_rounding_mb
    std::uint32_t roundup_power2_divisions = 0; ///< 0 or 1: none; a power of two
    bool operator==(const AllocatorOptions &) const = default;
    /// Bytes that a request of `bytes` > 0 is served with: round_size and roundup_power2_next_division.
    [[nodiscard]] Bytes rounded(Bytes bytes) const;
    /// Whether what is left of a free block of `size` bytes is split off: should_split.
    [[nodiscard]] bool splits(bool small, Bytes size, Bytes rest) const
    {
        const bool any_rest = small || expandable_segments;
        return any_rest ? rest >= block_unit : !oversize(size) && rest > small_limit;
    }
    [[nodiscard]] bool oversize(Bytes size) const { return max_split_size && size >= *max_split_size; }
    /// Of an expandable segment.
    [[nodiscard]] Bytes page_of(bool small) const { return small ? 2 * mib : large_segment; }
    /// The best fit is taken whatever it is.
    [[nodiscard]] bool best_fits() const { return !expandable_segments && !max_split_size; }
    /// The same on a card without end.
    [[nodiscard]] AllocatorOptions without_capacity() const
    {
        AllocatorOptions out = *this;
        out.capacity.reset();
        return out;
    }
};

/// Bytes of the segment that a request (rounded, as ReservedMemory::requests has them) makes the allocator ask for, none
/// being expandable (get_allocation_size).
[[nodiscard]] Bytes segment_bytes(Bytes request, Bytes large_segment = 20 * mib);

} // namespace plimsoll
