// SPDX-License-Identifier: GPL-3.0-or-later
// Apertus: a plain MLP of xIELU, whose parameters the activation holds.
#include "core/families/pieces.h"

namespace plimsoll {

namespace {

void describe_apertus(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    set_q_k_norms(layer.attention, NormKind::rms, layer.attention.head_dim);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"), Activation::silu, false);
    layer.input_norm = norm("attention_layernorm", NormKind::rms, spec.hidden);
    layer.post_attention_norm = norm("feedforward_layernorm", NormKind::rms, spec.hidden);
    const bool xielu = config.text("hidden_act", "xielu") == "xielu";
    finish_plain(config, draft, std::move(spec), layer, {.after_mlp = [xielu](Tree &tree, const LayerSpec &) {
                     if (!xielu) return;
                     tree.own("alpha_p", {1}, "mlp.act_fn");
                     tree.own("alpha_n", {1}, "mlp.act_fn");
                     tree.buffer("beta", {}, Dtype::fp32, "mlp.act_fn");
                     tree.buffer("eps", {}, Dtype::fp32, "mlp.act_fn");
                 }});
}

} // namespace

std::span<const Family> apertus_families()
{
    static constexpr Family rows[] = {
        {"apertus", "apertus", "ApertusForCausalLM", describe_apertus},
    };
    return rows;
}

} // namespace plimsoll
