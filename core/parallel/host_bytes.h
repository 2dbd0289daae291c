// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/model_sizes.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A share of a node's memory and why it is there.
struct HostLine {
    Bytes bytes = 0;
    bool pinned = false;
    std::string why, source;
    bool operator==(const HostLine &) const = default;
};

/// Of the fullest node: what its processes' interpreters and libraries take by themselves is left out.
struct HostBytes {
    Bytes load = 0;   ///< highest while the model is loaded and spread
    Bytes steady = 0; ///< while it trains
    Bytes pinned = 0; ///< of `steady`
    std::vector<HostLine> while_loading, while_training;
    bool operator==(const HostBytes &) const = default;
};

/// `ranks_in_node`: processes of the run in one node, the one with rank 0. Nothing for a run of one process without an engine.
[[nodiscard]] std::optional<HostBytes> host_bytes(const SpreadRun &run, Count ranks_in_node);

} // namespace plimsoll
