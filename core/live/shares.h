// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <optional>
#include <vector>

namespace plimsoll {

/// A card's memory by who has it. A driver's list of processes is a hint, so what it does not explain is a part of its own.
struct CardShares {
    std::vector<LiveProcess> processes; ///< as listed, the biggest first; then those without a figure
    Bytes told = 0;                     ///< by all processes with a figure
    int silent = 0;                     ///< processes without one
    /// In use and held by no listed process with a figure; absent where `used` is not known. 0 where processes share bytes, so that
    /// together they have more than is in use.
    std::optional<Bytes> unexplained;
    bool counted_twice = false;    ///< processes together have more than is in use
    std::optional<Bytes> reserved; ///< the driver's own, beside what is used
    std::optional<Bytes> free, total;
    bool operator==(const CardShares &) const = default;
};

[[nodiscard]] CardShares shares_of(const LiveGpu &gpu);

} // namespace plimsoll
