// SPDX-License-Identifier: GPL-3.0-or-later
// Hunyuan 3.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll::step {

namespace {

const DecoderClass hy_v3({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_hy_v3(const Config &, DecoderSpec &spec) { run_as(spec, step::hy_v3); }

DecoderSpec hy_v3_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias"), mlp_bias = config.flag("mlp_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, mlp_bias);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate", RouterKind::corrected_sigmoid_of_float);
    sparse.mlp.moe.shared_order = SharedOrder::last;
    sparse.mlp.moe.adds_in_float = config.flag("enable_moe_fp32_combine", true);
    sparse.mlp.moe.router_correction_bias = true;
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("num_shared_experts", 1), mlp_bias);
    for (const bool is_sparse : sparse_at(config, config.layers("num_hidden_layers"), 1))
        repeat(spec, is_sparse ? sparse : dense, 1);
    return spec;
}

} // namespace plimsoll
