// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/ops.h"

// Kernels of packages that transformers 5.23 calls in the place of its own lines where they are installed
// (integrations/hub_kernels.py, use_kernel_func_from_hub_with_fallback): the host code allocates, the Triton kernels do not.

namespace plimsoll::step {

/// Sizes of a gated delta rule.
struct DeltaSizes {
    Count batch, length, key_heads, heads, key, value; ///< key, value: of one head
    [[nodiscard]] Count chunks() const { return (length + 63) / 64; }
};

/// fla-core 0.6 ops/gated_delta_rule/chunk.py, ChunkGatedDeltaRuleFunction with use_qk_l2norm_in_kernel: of `mixed` [batch, length,
/// queries, keys and values], the decay `g` (float32) and `beta`, both [batch, length, heads], it keeps normalised queries and keys
/// with their 1/norm, values, summed decays and the inverse of each chunk's triangle; the states of all chunks are made again in
/// backward. Returns [batch, length, heads · value] in the dtype of `mixed`.
[[nodiscard]] Tensor fla_gated_delta_rule(Machine &m, const DeltaSizes &d, const Tensor &mixed, const Tensor &g,
                                          const Tensor &beta);

/// fla-core 0.6 ops/kda/chunk.py, ChunkKDAFunction with use_qk_l2norm_in_kernel: the same with a decay `g` [batch, length, heads, key]
/// (float32) for every channel, which is kept as it came and summed, and with the scores of each chunk beside its triangle.
[[nodiscard]] Tensor fla_kimi_delta(Machine &m, const DeltaSizes &d, const Tensor &mixed, const Tensor &g, const Tensor &beta);

/// causal-conv1d 1.6 causal_conv1d_interface.py, CausalConv1dFn with or without its activation: keeps its input and its weights.
[[nodiscard]] Tensor causal_conv1d(Machine &m, Tensor x, const Tensor &weight, const Tensor &bias);

} // namespace plimsoll::step
