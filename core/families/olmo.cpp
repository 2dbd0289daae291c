// SPDX-License-Identifier: GPL-3.0-or-later
// OLMo 1 to 3, OLMoE and FlexOlmo.
#include "core/families/families.h"
#include "core/families/pieces.h"

namespace plimsoll {
namespace {

using enum LayerPart;

/// q and k normed over the whole projection, norms on the outputs of attention and MLP.
LayerSpec olmo2_layer(const Config &config, Count hidden)
{
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, hidden, bias, bias, false);
    AttentionSpec &a = layer.attention;
    a.q_norm = norm("self_attn.q_norm", NormKind::rms_fp32_weight, a.heads * a.head_dim);
    a.k_norm = norm("self_attn.k_norm", NormKind::rms_fp32_weight, a.kv_heads * a.head_dim);
    a.norm_per_head = false;
    layer.input_norm = {};
    layer.post_attention_norm = norm("post_attention_layernorm", NormKind::rms_fp32_weight, hidden);
    layer.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms_fp32_weight, hidden);
    layer.norm_after = true;
    return layer;
}

MlpSpec olmo_experts(const Config &config, Count hidden)
{
    MlpSpec out =
        expert_mlp(hidden, config.size("num_experts"), config.size("num_experts_per_tok"), config.size("intermediate_size"),
                   activation_of(config, "hidden_act"), "mlp.gate", RouterKind::softmax);
    out.moe.normalised = config.flag("norm_topk_prob");
    return out;
}

} // namespace

static void describe_olmo(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_bare);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false, NormKind::layer_norm_bare);
    layer.attention.clip_qkv = config.has("clip_qkv");
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

static void describe_olmo2(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    repeat(spec, olmo2_layer(config, spec.hidden), config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

static void describe_olmo3(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 4 != 0; });
    add_windowed_layers(spec, olmo2_layer(config, spec.hidden), types, config.maybe_size("sliding_window"));
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    finish_decoder(draft, std::move(spec), {.rotary_types = distinct(types)});
}

static void describe_olmoe(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    AttentionSpec &a = layer.attention;
    a.q_norm = norm("self_attn.q_norm", NormKind::rms, spec.hidden);
    a.k_norm = norm("self_attn.k_norm", NormKind::rms, spec.hidden / a.heads * a.kv_heads);
    a.norm_per_head = false;
    a.clip_qkv = config.has("clip_qkv");
    layer.mlp = olmo_experts(config, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

static void describe_flex_olmo(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    LayerSpec layer = olmo2_layer(config, spec.hidden);
    layer.mlp = olmo_experts(config, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

std::span<const Family> olmo_families()
{
    static constexpr Family rows[] = {
        {"flex_olmo", "flex_olmo", "FlexOlmoForCausalLM", describe_flex_olmo},
        {"olmo", "olmo", "OlmoForCausalLM", describe_olmo},
        {"olmo2", "olmo2", "Olmo2ForCausalLM", describe_olmo2},
        {"olmo3", "olmo3", "Olmo3ForCausalLM", describe_olmo3},
        {"olmoe", "olmoe", "OlmoeForCausalLM", describe_olmoe},
    };
    return rows;
}

} // namespace plimsoll
