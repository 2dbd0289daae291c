// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Of core/fit/solver: what it knows of other values and other cards.

namespace plimsoll {

/// Whether an estimate for one device serves another.
[[nodiscard]] bool serves(const Estimate &made, const CardFacts &device, const CardFacts &other);

/// Where on the quick curve the bytes of one place are used up. What the allocator holds is taken to be a straight line over
/// what the curve says: through the latest two points that were estimated.
struct Solver::Pointer {
    struct Point {
        Count value = 0;
        Bytes need = 0;
    };
    Bytes usable = 0;
    Bytes shift = 0;    ///< the place's need over that of the curve's device
    bool quick = false; ///< the curve knows nothing of an allocator
    std::optional<Point> before = {}, latest = {};

    void learn(Count value, Bytes need) { before = std::exchange(latest, Point{value, need}); }

    [[nodiscard]] Bytes on_curve(const NeedCurve &curve) const
    {
        const std::optional<Bytes> at = latest ? curve.at(latest->value) : std::nullopt;
        if (!at) return quick ? (usable - shift) / 16 * 15 : usable - shift; // it holds some 6 % more in random plans
        const std::optional<Bytes> at_before = before ? curve.at(before->value) : std::nullopt;
        const double run = at_before ? static_cast<double>(*at - *at_before) : 0.0;
        const double rise = before ? static_cast<double>(latest->need - before->need) : 0.0;
        const double share = *at > 0 ? static_cast<double>(latest->need) / static_cast<double>(*at) : 1.0;
        const auto missing = static_cast<double>(usable - latest->need);
        // neighbours tell of a jump, not of the way to somewhere else
        const bool line = run != 0 && rise / run > 0.1 && rise / run < 10 && std::abs(run) >= std::abs(missing) / 8;
        const double slope = line ? rise / run : std::clamp(share, 0.5, 2.0);
        return *at + static_cast<Bytes>(missing / slope);
    }
};

} // namespace plimsoll
