// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen1.5 to Qwen3, dense: biases on q, k and v up to 2.5, norms on q and k from 3 on.
#include "core/families/families.h"
#include "core/families/describe/pieces.h"

namespace plimsoll {
namespace {

void add_qwen_layers(const Config &config, DecoderSpec &spec, LayerSpec layer)
{
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    set_two_norms(layer, NormKind::rms, spec.hidden);
    const Count count = config.layers("num_hidden_layers");
    const std::optional<Count> window = config.flag("use_sliding_window") ? config.maybe_size("sliding_window") : std::nullopt;
    const Count first_window = config.amount_or("max_window_layers", 0);
    add_windowed_layers(spec, layer, layer_types(config, count, [&](Count i) { return window && i >= first_window; }), window);
}

DecoderSpec qwen2_with(const Config &config, const Heads &heads)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, true, false);
    add_qwen_layers(config, spec, layer);
    return spec;
}

} // namespace

DecoderSpec qwen2_decoder(const Config &config) { return qwen2_with(config, heads_of(config)); }

DecoderSpec qwen3_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const Heads heads = heads_of(config);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads, bias, bias);
    layer.attention.norms.q = norm("self_attn.q_norm", NormKind::rms, heads.dim);
    layer.attention.norms.k = norm("self_attn.k_norm", NormKind::rms, heads.dim);
    add_qwen_layers(config, spec, layer);
    return spec;
}

static void describe_qwen2(const Config &config, Draft &draft) { finish_decoder(draft, qwen2_decoder(config)); }
static void describe_qwen2_vl_text(const Config &config, Draft &draft)
{
    DecoderSpec spec = qwen2_with(config, split_heads_of(config));
    spec.rotary_dim = heads_of(config).dim; // the rotary tables follow the key
    finish_decoder(draft, std::move(spec));
}
static void describe_qwen3(const Config &config, Draft &draft) { finish_decoder(draft, qwen3_decoder(config)); }

std::span<const Family> qwen_families()
{
    static constexpr Family rows[] = {
        {"mimo", "qwen2", "MiMoForCausalLM", describe_qwen2},
        {"qwen2", "qwen2", "Qwen2ForCausalLM", describe_qwen2},
        {"qwen2_5_vl_text", "qwen2_5_vl_text", "Qwen2ForCausalLM", describe_qwen2_vl_text},
        {"qwen2_vl_text", "qwen2_vl_text", "Qwen2ForCausalLM", describe_qwen2_vl_text},
        {"qwen3", "qwen3", "Qwen3ForCausalLM", describe_qwen3},
        {"qwen3_vl_text", "qwen3_vl_text", "Qwen3ForCausalLM", describe_qwen3},
    };
    return rows;
}

} // namespace plimsoll
