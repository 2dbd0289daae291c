// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/libraries/llama_build.h"
#include "core/serving/ggml_graph.h"

#include <vector>

namespace plimsoll {

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
