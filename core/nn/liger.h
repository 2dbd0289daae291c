// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/ops.h"

#include <utility>

// Liger kernels 0.8.5 (liger_kernel/ops): the host code allocates, the Triton kernels do not.

namespace plimsoll::step {

/// What use_liger_kernel=True replaces for a model type (liger_kernel/transformers/monkey_patch.py, its defaults).
struct LigerForms {
    bool rope = false;
    bool norm = false;          ///< RMS norms before attention and MLP, and the last one
    bool norm_in_place = true;  ///< the layers' norms overwrite the incoming gradient
    bool final_in_place = true; ///< the last norm does
    bool head_norms = false;    ///< the norms of queries and keys too
    bool gated_mlp = false;     ///< SwiGLU or GeGLU in one kernel
    bool relu_squared = false;
    bool head = false;          ///< head and loss in one
    bool cross_entropy = false; ///< one kernel on whole logits instead
    bool experts = false;       ///< all experts of a layer in one function
    bool operator==(const LigerForms &) const = default;
    [[nodiscard]] bool any() const { return *this != LigerForms(); }
};

/// LigerRMSNormFunction: keeps input, weight and 1/rms; backward overwrites the gradient when `in_place`.
[[nodiscard]] Tensor liger_rms_norm(Machine &m, Tensor x, const Tensor &weight, bool in_place);

/// LigerSiLUMulFunction and LigerGELUMulFunction: act(gate) * up; backward writes into gate and up.
[[nodiscard]] Tensor liger_gated_product(Machine &m, Tensor gate, Tensor up);

/// LigerFusedMoEFunction on [tokens, hidden]: keeps the projections before the activation; backward makes the gradients of all
/// experts' weights, whether they train or not.
struct LigerMoe {
    Count experts = 0, width = 0;
};
[[nodiscard]] Tensor liger_experts(Machine &m, const Tensor &x, const Tensor &gate_up, const Tensor &down, const Tensor &indices,
                                   const Tensor &scores, LigerMoe sizes);

/// LigerReLUSquaredFunction.
[[nodiscard]] Tensor liger_relu_squared(Machine &m, Tensor x);

/// Which of the tensors must be copied because their strides do not fit, in forward and backward.
struct LigerRopeCopies {
    bool forward = false;
    bool query_gradient = false, key_gradient = false;
};
/// LigerRopeFunction: turns queries and keys in place; keeps cos and sin.
void liger_rope(Machine &m, Tensor &q, Tensor &k, const Tensor &cos, const Tensor &sin, LigerRopeCopies copies);

} // namespace plimsoll::step
