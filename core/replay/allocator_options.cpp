// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/allocator_options.h"

#include <algorithm>
#include <bit>

namespace plimsoll {
namespace {

constexpr Bytes small_segment = 2 * mib;
constexpr Bytes own_segment_from = 10 * mib; // from here on a request gets a segment of its own size
constexpr Bytes segment_unit = 2 * mib;

} // namespace

Bytes segment_bytes(Bytes request, Bytes large_segment)
{
    if (request <= small_limit) return small_segment;
    return request < own_segment_from ? large_segment : round_up(request, segment_unit);
}

Bytes AllocatorOptions::rounded(Bytes bytes) const
{
    const Bytes divisions = roundup_power2_divisions;
    if (divisions <= 1 || bytes <= block_unit * divisions) return std::max(round_up(bytes, block_unit), block_unit);
    const auto floor = static_cast<Bytes>(std::bit_floor(static_cast<std::uint64_t>(bytes)));
    const Bytes step = floor >> (std::bit_width(static_cast<std::uint64_t>(divisions)) - 1);
    return bytes == floor ? bytes : round_up(bytes, step);
}

} // namespace plimsoll
