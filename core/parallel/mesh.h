// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/plan/plan.h"

#include <string>

namespace plimsoll {

/// How a run's ranks are laid out: how many there are along each way of splitting it.
struct Mesh {
    Count data = 1;     ///< each works on other sequences
    Count tensor = 1;   ///< parts of one matrix
    Count pipeline = 1; ///< runs of layers
    Count context = 1;  ///< parts of one sequence
    Count expert = 1;   ///< shares of a layer's experts, among the ranks that the others make
    bool operator==(const Mesh &) const = default;
    /// Processes of the run. Saturates where the product goes beyond 63 bits.
    [[nodiscard]] Count ranks() const;
    /// Whether every rank has all layers, matrices and sequences of its own: only the data differ.
    [[nodiscard]] bool only_data() const { return tensor == 1 && pipeline == 1 && context == 1 && expert == 1; }
};
/// The plan's `parallel`.
[[nodiscard]] Mesh mesh_of(const Plan &plan);

/// Of the run's ranks those that share a node with rank 0: `parallel.gpus_per_node`, which a resolved plan of several ranks has.
[[nodiscard]] Count ranks_in_node(const Plan &plan);

/// "fsdp2, 8 data × 2 tensor, offload both"
[[nodiscard]] std::string words_for(const Parallel &parallel);

} // namespace plimsoll
