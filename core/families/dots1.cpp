// SPDX-License-Identifier: GPL-3.0-or-later
// dots.llm1.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_dots1(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    set_q_k_norms(dense.attention, NormKind::rms, dense.attention.head_dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate", RouterKind::grouped_sigmoid);
    sparse.mlp.moe.shared.order = SharedOrder::last;
    set_sigmoid_router(config, sparse.mlp.moe);
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("n_shared_experts", 1));
    add_dense_then_sparse(spec, dense, sparse, config.amount_or("first_k_dense_replace", 0), config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec), {.router_first = false});
}

} // namespace

std::span<const Family> dots1_families()
{
    static constexpr Family rows[] = {
        {"dots1", "dots1", "Dots1ForCausalLM", describe_dots1},
    };
    return rows;
}

} // namespace plimsoll
