// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Questions that a reading answers: whether so much can be allocated on a card now, and whether it is too full.
namespace plimsoll {

/// What a new process takes of a card for itself before its first tensor: CUDA's and HIP's contexts of current drivers take 0.25 to
/// 0.6 GiB.
inline constexpr Bytes largest_context = 614 * mib;

enum class Allocatable : std::uint8_t {
    yes,
    tight, ///< it is free, but a new process would take some of it for its context
    no,
    unknown,
};

/// Whether `wanted` bytes can be allocated on the card at this moment.
[[nodiscard]] Allocatable allocatable(const LiveGpu &gpu, Bytes wanted);
/// The same as a sentence: "GPU 0: 16.0 GiB can be allocated now, 2.2 GiB would be left."
[[nodiscard]] std::string allocatable_text(const LiveGpu &gpu, Bytes wanted, ByteUnit unit = ByteUnit::binary);

/// A limit of what is in use: bytes, or a part of the card.
struct Limit {
    std::optional<Bytes> bytes;
    int percent = 0; ///< where there are no bytes
    bool operator==(const Limit &) const = default;
};

/// Whether so much of the card is in use; nothing where its readings do not tell.
[[nodiscard]] std::optional<bool> passed(const LiveGpu &gpu, const Limit &limit);
/// Per cent of the card in use, rounded down; nothing where it is not known.
[[nodiscard]] std::optional<int> percent_used(const LiveGpu &gpu);
/// Per cent of a card from which on it is called nearly full, where nobody chose another.
inline constexpr int usual_warning = 85;
/// "93 % of the card is in use."; empty below the limit, and where it is not known.
[[nodiscard]] std::string fullness_text(const LiveGpu &gpu, const Limit &limit);

} // namespace plimsoll
