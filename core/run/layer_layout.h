// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/simulate.h"

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

/// Periods of the model that is run to count.
inline constexpr int counted_periods = 3;

/// Period `which` (from 0) of `shortened(layout, periods)`, which stands for all that the whole model has more: neither the first
/// nor the last.
[[nodiscard]] RepeatedLayers repeated(const LayerLayout &layout, int periods, int which = 1);

} // namespace plimsoll::step
