// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/ggml_graph.h"

#include <vector>

namespace plimsoll {

/// How a release of ggml lays graphs out.
struct GgmlRules {
    bool gives_back_rest = true;     ///< a tensor that takes a larger one's place frees what is behind it (2025-10 on)
    int split_inputs = 1 << 30;      ///< tensors that one split copies in at most (10 until 2026)
    bool copies_given_inputs = true; ///< pipelined: inputs that nothing reads have copies too
    bool operator==(const GgmlRules &) const = default;
};

/// A graph in the order in which it is laid out: nodes, and for each the back-end whose buffer takes it.
struct GgmlOrder {
    struct Step {
        GgmlId node = -1;
        std::int16_t backend = -1;
    };
    std::vector<Step> leafs, steps;
    int splits = 0;
};

/// Bytes of every back-end's compute buffer: ggml's graph allocator (ggml/src/ggml-alloc.c, 0c1e57098), which frees a tensor when
/// its last reader has run, lets operations write over their source, and takes the smallest free block that fits. `alignments` of
/// each back-end's buffers; the last back-end is the CPU.
[[nodiscard]] std::vector<Bytes> ggml_buffers(const GgmlGraph &graph, const GgmlOrder &order, std::span<const Bytes> alignments,
                                              const GgmlRules &rules);

} // namespace plimsoll
