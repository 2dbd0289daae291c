// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSeek-MoE and DeepSeek-VL2 (code on the Hub): experts that are modules one by one.
#include "core/families/deepseek.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

void describe_deepseek(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    const LayerSpec dense = llama_layer(config, spec.hidden, bias, bias, false);
    LayerSpec sparse = dense;
    const Count experts = config.size("n_routed_experts"), top = config.size("num_experts_per_tok"),
                width = config.size("moe_intermediate_size");
    const Count shared = width * config.amount_or("n_shared_experts", 0), hidden = spec.hidden;
    sparse.mlp = expert_mlp(hidden, experts, top, width, Activation::silu, "mlp.gate", RouterKind::softmax_as_is);
    sparse.mlp.moe.shared.order = SharedOrder::last;
    sparse.mlp.moe.router.normalised = config.flag("norm_topk_prob");
    set_experts_apart(spec, sparse.mlp, {"gate_proj", "up_proj", "down_proj"});
    add_shared_expert(sparse.mlp, "mlp.shared_experts", hidden, shared);
    const Count count = config.layers("num_hidden_layers"), first = config.amount_or("first_k_dense_replace", 0);
    const Count frequency = config.size_or("moe_layer_freq", 1);
    for (Count i = 0; i < count; ++i) repeat(spec, i >= first && i % frequency == 0 ? sparse : dense, 1);
    finish_decoder(draft, std::move(spec), {.router_first = false});
}

/// Experts that are modules one by one.
MlpSpec deepseek_experts(const Config &text, const RecipeModules &layer)
{
    const RecipeModules first = layer.in("mlp.experts.0");
    MlpSpec out;
    out.kind = MlpKind::moe;
    out.moe.router.projection = layer.linear("mlp.gate");
    out.moe.router.kind = RouterKind::softmax_as_is;
    out.moe.experts = out.moe.router.projection.out;
    out.moe.top_k = std::min(text.size("num_experts_per_tok"), out.moe.experts);
    out.moe.separate.gate = first.linear("gate_proj");
    out.moe.separate.up = first.linear("up_proj");
    out.moe.separate.down = first.linear("down_proj");
    out.moe.expert_width = out.moe.separate.gate.out;
    out.moe.shared.order = SharedOrder::last;
    out.moe.router.normalised = text.flag("norm_topk_prob");
    add_shared_expert(out, layer);
    return out;
}

DecoderSpec deepseek_vl_v2_step(const Config &config, const RecipeModules &modules)
{
    const Config text = config.sub("language_config", "deepseek_v2");
    DecoderSpec spec = decoder_base(text, modules, NormKind::rms, {.prefix = "language.model", .head = "language.lm_head"});
    spec.inside_larger = true;
    for (const RecipeModules &at : modules.each("language.model.layers")) {
        LayerSpec layer;
        if (at.has("self_attn.kv_b_proj")) {
            layer.attention = latent_attention(text, at);
            layer.attention.rotary.form = RotaryForm::pairs;
        } else {
            layer.attention = grouped_attention(at, heads_of(text));
        }
        layer.attention_dropout = text.number_or("attention_dropout", 0);
        set_two_norms(layer, at, NormKind::rms);
        layer.mlp = at.has("mlp.gate") ? deepseek_experts(text, at) : gated_mlp(at, activation_of(text, "hidden_act"));
        repeat(spec, layer, 1);
    }
    say_experts_apart(spec);
    return spec;
}

} // namespace

std::span<const Family> deepseek_moe_families()
{
    static constexpr Family rows[] = {
        {"deepseek", "deepseek", "DeepseekForCausalLM", describe_deepseek},
        recipe_with_step("deepseek_vl_v2", deepseek_vl_v2_step),
    };
    return rows;
}

} // namespace plimsoll
