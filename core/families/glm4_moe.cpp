// SPDX-License-Identifier: GPL-3.0-or-later
// GLM-4.5 and its language model among towers; GLM-4.7-Flash, which has latent attention.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/deepseek.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

namespace plimsoll::step {

namespace {

const DecoderClass glm4_moe({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec glm4_moe_with(const Config &config, bool q_k_norms)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec dense = llama_layer(config, spec.hidden, config.flag("attention_bias"), false, false);
    AttentionSpec &a = dense.attention;
    a.rotary.dim = static_cast<Count>(static_cast<double>(a.head_dim) * partial_rotary_factor(config, 0.5));
    if (q_k_norms) set_q_k_norms(a, NormKind::rms, a.head_dim);
    LayerSpec sparse = dense;
    const Count width = config.size("moe_intermediate_size");
    sparse.mlp = expert_mlp(spec.hidden, config.size("n_routed_experts"), config.size("num_experts_per_tok"), width,
                            activation_of(config, "hidden_act"), "mlp.gate", RouterKind::grouped_sigmoid);
    sparse.mlp.moe.shared.order = SharedOrder::last;
    set_sigmoid_router(config, sparse.mlp.moe);
    add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("n_shared_experts", 1));
    add_dense_then_sparse(spec, dense, sparse, config.amount_or("first_k_dense_replace", 0), config.layers("num_hidden_layers"));
    return spec;
}

} // namespace

DecoderSpec glm4_moe_decoder(const Config &config) { return glm4_moe_with(config, config.flag("use_qk_norm")); }

namespace {

/// Its queries and keys have no norms whatever use_qk_norm says.
void describe_glm4v_moe_text(const Config &config, Draft &draft)
{
    finish_decoder(draft, glm4_moe_with(config, false), {.router_first = false});
}

void describe_glm4_moe(const Config &config, Draft &draft)
{
    finish_decoder(draft, glm4_moe_decoder(config), {.router_first = false});
}

void describe_glm4_moe_lite(const Config &config, Draft &draft)
{
    finish_decoder(draft, latent_decoder(config, {.rotary = paired(config), .dense_first = 1}), {.router_first = false});
}

} // namespace

std::span<const Family> glm4_moe_families()
{
    static constexpr Family rows[] = {
        {"glm4_moe", "glm4_moe", "Glm4MoeForCausalLM", describe_glm4_moe, run_as_one<step::glm4_moe>},
        {"glm4_moe_lite", "glm4_moe_lite", "Glm4MoeLiteForCausalLM", describe_glm4_moe_lite},
        {"glm4v_moe_text", "glm4v_moe_text", "Glm4MoeForCausalLM", describe_glm4v_moe_text},
    };
    return rows;
}

} // namespace plimsoll
