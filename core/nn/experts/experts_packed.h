// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/experts/experts_fused.h"

// Fused experts in the layout of a quantised checkpoint.

namespace plimsoll::step {

/// Weights, their scales and biases as the loader of the checkpoint leaves them. `hidden`: width of the experts' input.
void load_packed(Machine &m, FusedExperts &experts, Count hidden, const Precision &precision);

/// x [rows, in] times the matrices [experts, out, in], which lie in `layout`; null: they are dense.
[[nodiscard]] Tensor packed_product(Machine &m, Count experts, const MatrixLayoutRef &layout, Tensor x, const Tensor &weight,
                                    Count out, const Tensor &offsets);

/// One token a sequence.
[[nodiscard]] Tensor packed_batched(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing);

/// Mxfp4GptOssExperts.forward
[[nodiscard]] Tensor mxfp4_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing);

} // namespace plimsoll::step
