// SPDX-License-Identifier: GPL-3.0-or-later
// Kolibri 1.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll::step {

namespace {

const DecoderClass kolibri1({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_kolibri1(const Config &, DecoderSpec &spec) { run_as(spec, step::kolibri1); }

DecoderSpec kolibri1_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config));
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    const Count dim = layer.attention.head_dim;
    set_q_k_norms(layer.attention, NormKind::rms, dim);
    set_two_norms(layer, NormKind::rms, spec.hidden);
    layer.pre_mlp_norm = layer.post_attention_norm;
    layer.post_attention_norm = norm("post_self_attn_layernorm", NormKind::rms, spec.hidden);
    layer.post_mlp_norm = norm("post_mlp_layernorm", NormKind::rms, spec.hidden);
    layer.mlp = expert_mlp(spec.hidden, config.size("num_experts"), config.size("num_experts_per_tok"),
                           config.size("moe_intermediate_size"), activation_of(config, "hidden_act"), "mlp.gate",
                           RouterKind::corrected_logits);
    layer.mlp.moe.shared_order = SharedOrder::last;
    layer.mlp.moe.router_correction_bias = true;
    layer.mlp.moe.normalised = config.flag("norm_topk_prob");
    add_shared_expert(layer.mlp, "mlp.shared_experts", spec.hidden, config.size("shared_expert_intermediate_size"));
    const std::optional<Count> window = config.maybe_size("sliding_window");
    for (const std::string &type :
         layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 5 != 0; })) {
        const bool sliding = type == "sliding_attention"; // layers that see everything are not rotated
        layer.attention.sliding_window = sliding ? window : std::nullopt;
        layer.attention.rotary_dim = sliding || !window ? dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    return spec;
}

} // namespace plimsoll
