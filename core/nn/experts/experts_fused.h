// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/parameter_lora.h"
#include "core/nn/experts/router.h"

namespace plimsoll::step {

/// Experts that are parameters of one module, a matrix of all of them each (transformers 5.23, integrations/moe.py
/// grouped_mm_experts_forward): bitsandbytes leaves them alone and PEFT adapts them whole.
struct FusedExperts {
    const MlpSpec *spec = nullptr;
    Adaptable gate_up, down;
    Leaf gate_up_bias, down_bias;
    Leaf second;                            ///< DBRX's v1
    MatrixLayoutRef up_layout, down_layout; ///< of what is packed; null: dense
    TensorList packed_state;                ///< their scales
    Count width_in = 0;                     ///< of what the experts read
    bool liger = false;                     ///< one function of Liger's for all experts
    bool beside = false;                    ///< adapters are products of their own, nothing is folded in (experts_beside.h)

    /// `hidden`: of the model; experts behind a latent projection are as narrow as it.
    void load(Machine &m, const MlpSpec &described, Count hidden, const Precision &precision);
    /// x [.., hidden]: the sum of what each token's experts give, [tokens, hidden].
    [[nodiscard]] Tensor forward(Machine &m, const Tensor &x, const Routing &routing);
    [[nodiscard]] bool packed() const { return up_layout || down_layout; }
    /// Of a stack as it is multiplied, packed or not: [experts, out, in].
    [[nodiscard]] Shape dense_up() const { return {spec->moe.experts, up_width(), width_in}; }
    [[nodiscard]] Shape dense_down() const { return {spec->moe.experts, width_in, spec->moe.expert_width}; }
    /// Rows of the first product of every expert.
    [[nodiscard]] Count up_width() const { return (spec->moe.gated ? 2 : 1) * spec->moe.expert_width; }
};

/// What an expert makes of its first product, gate and up side by side or, where nothing gates, up alone.
[[nodiscard]] Tensor gate_of(Machine &m, const MlpSpec &spec, const Tensor &projected);

/// DBRX: matrices below each other, the experts one after another.
[[nodiscard]] Tensor stacked_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing);

} // namespace plimsoll::step
