// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/ggml_allocator.h"

namespace plimsoll {

/// Back-ends that share a graph: cards first, the CPU last.
struct GgmlBackends {
    int cards = 0;
    int copies = 1;               ///< of what crosses from one to the next: 4 where layers of several cards are pipelined
    Count offload_from_rows = 32; ///< operations of as many rows run on the first card though their weights lie with the host
    bool offloads = true;         ///< at all (--no-op-offload: not)
    [[nodiscard]] std::int16_t cpu() const { return static_cast<std::int16_t>(cards); }
};

/// Gives every node a back-end, cuts the graph where they change, and copies in what a split reads from elsewhere: ggml's
/// scheduler (ggml/src/ggml-backend.cpp, 0c1e57098, ggml_backend_sched_split_graph). Adds the copies to `graph`.
[[nodiscard]] GgmlOrder ggml_schedule(GgmlGraph &graph, const GgmlBackends &backends, const GgmlRules &rules);

} // namespace plimsoll
