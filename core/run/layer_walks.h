// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/layer_layout.h"

#include <optional>
#include <vector>

namespace plimsoll::step {

/// Events [begin, end) of a recorded run.
struct EventRange {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t allocations = 0;
};

/// A way through all periods of layers, or what lies between two of them (`blocks` is one then).
struct Stretch {
    bool walk = false;
    bool ascending = true;
    std::vector<EventRange> blocks; ///< of a walk: by period
};

/// Where a storage was allocated: the `index`-th of a block.
struct StorageOrigin {
    std::uint32_t stretch = 0;
    std::int32_t period = 0;
    std::uint32_t index = 0;
    bool operator==(const StorageOrigin &) const = default;
};

struct LayerWalks {
    std::vector<Stretch> stretches;
    std::vector<StorageOrigin> origins; ///< by storage id
};

/// Cuts the run of a model with `layout` (all its periods) into walks; nothing where layers are visited in another order. An
/// event outside every layer that takes or frees what a layer allocated counts to that layer.
[[nodiscard]] std::optional<LayerWalks> find_walks(const std::vector<Event> &events, const LayerLayout &layout);

} // namespace plimsoll::step
