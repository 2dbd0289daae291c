// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/simulate.h"

#include <span>

namespace plimsoll::step {

/// How a model's layers repeat: `head` of their own, then `periods` times `period` layers, then `tail` of their own.
struct LayerLayout {
    int head = 0, period = 1, periods = 0, tail = 0;
    bool operator==(const LayerLayout &) const = default;
    [[nodiscard]] int layers() const { return head + period * periods + tail; }
};

/// Layout of a sequence of layer kinds; layers alike in everything that takes memory have the same number.
[[nodiscard]] LayerLayout find_layout(std::span<const int> kinds);

/// Positions of a model of the same layout with fewer periods: indices into the long model's layers.
[[nodiscard]] std::vector<int> shortened(const LayerLayout &layout, int periods);

/// Where layer peaks are kept apart in a model of this layout: the first period with the head, the last with the tail.
[[nodiscard]] LayerPlaces places_of(const LayerLayout &layout);

/// What `high`, of one period more than `low`, comes to when `more` periods are added to `low`. Throws TooLarge.
[[nodiscard]] Bytes grow(Bytes low, Bytes high, Count more);
[[nodiscard]] ComponentBytes grow(const ComponentBytes &low, const ComponentBytes &high, Count more);

/// From two runs with two and three periods to one with all of `layout`: every peak and total grows evenly. The middle of
/// three is the first and the last of the middle periods at once; it grows as what is anchored on its side.
[[nodiscard]] Trace extrapolate(const Trace &low, const Trace &high, const LayerLayout &layout, int low_periods);

} // namespace plimsoll::step
