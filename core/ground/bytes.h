// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>

namespace plimsoll {

/// Bytes, tokens and element counts are signed 64-bit everywhere, so that differences need no care; products that come
/// from outside are made with checked().
using Bytes = std::int64_t;
using Count = std::int64_t;

enum class ByteUnit : std::uint8_t { binary, decimal }; ///< how bytes are shown: GiB, or GB = 10⁹

inline constexpr Bytes kib = Bytes{1} << 10;
inline constexpr Bytes mib = Bytes{1} << 20;
inline constexpr Bytes gib = Bytes{1} << 30;

/// a · b, or nothing when it does not fit into 64 bits.
[[nodiscard]] inline std::optional<std::int64_t> checked_mul(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
    return out;
}

/// a + b, or nothing when it does not fit into 64 bits.
[[nodiscard]] inline std::optional<std::int64_t> checked_add(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_add_overflow(a, b, &out)) return std::nullopt;
    return out;
}

/// Bytes rounded up to a multiple of `unit` (> 0).
[[nodiscard]] constexpr Bytes round_up(Bytes bytes, Bytes unit) { return (bytes + unit - 1) / unit * unit; }

/// a / b, rounded up; 0 where there is nothing to divide by.
[[nodiscard]] constexpr Count ceil_div(Count a, Count b) { return b > 0 ? a / b + (a % b != 0) : 0; }

} // namespace plimsoll
