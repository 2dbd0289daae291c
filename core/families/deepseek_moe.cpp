// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSeek-MoE and DeepSeek-VL2 (code on the Hub): experts that are modules one by one.
#include "core/families/deepseek.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

namespace {

/// DeepSeek's first mixture, whose later code has the same experts behind latent attention.
DecoderSpec deepseek_decoder(const Config &config, bool latent)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    if (latent) {
        dense.attention = latent_attention(config, spec.hidden, bias);
        dense.attention.rotary_form = RotaryForm::pairs;
    }
    LayerSpec sparse = dense;
    const Count experts = config.size("n_routed_experts"), top = config.size("num_experts_per_tok"),
                width = config.size("moe_intermediate_size");
    const Count shared = width * config.amount_or("n_shared_experts", 0), hidden = spec.hidden;
    sparse.mlp = expert_mlp(hidden, experts, top, width, Activation::silu, "mlp.gate", RouterKind::softmax_as_is);
    sparse.mlp.moe.shared_order = SharedOrder::last;
    sparse.mlp.moe.normalised = config.flag("norm_topk_prob");
    set_experts_apart(spec, sparse.mlp, {"gate_proj", "up_proj", "down_proj"});
    add_shared_expert(sparse.mlp, "mlp.shared_experts", hidden, shared);
    const Count count = config.layers("num_hidden_layers"), first = config.amount_or("first_k_dense_replace", 0);
    const Count frequency = config.size_or("moe_layer_freq", 1);
    for (Count i = 0; i < count; ++i) repeat(spec, i >= first && i % frequency == 0 ? sparse : dense, 1);
    return spec;
}

void describe_deepseek(const Config &config, Draft &draft)
{
    finish_decoder(draft, deepseek_decoder(config, false), {.router_first = false});
}

} // namespace

DecoderSpec deepseek_vl_v2_step(const Config &config, const Tree &)
{
    const Config text = config.sub("language_config", "deepseek_v2");
    DecoderSpec spec = deepseek_decoder(text, text.flag("use_mla", true));
    spec.prefix = "language.model";
    spec.head.name = "language.lm_head";
    spec.inside_larger = true;
    return spec;
}

std::span<const Family> deepseek_moe_families()
{
    static constexpr Family rows[] = {
        {"deepseek", "deepseek", "DeepseekForCausalLM", describe_deepseek},
    };
    return rows;
}

} // namespace plimsoll
