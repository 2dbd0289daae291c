// SPDX-License-Identifier: GPL-3.0-or-later
// Cohere Command-R, Aya and Command-A: attention and MLP in parallel behind one norm.
#include "core/families/families.h"
#include "core/families/pieces.h"

namespace plimsoll {
namespace {

LayerSpec cohere_layer(const Config &config, Count hidden, const Heads &heads)
{
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(hidden, heads, bias, bias);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    layer.input_norm = norm("input_layernorm", NormKind::layer_norm_cohere, hidden);
    layer.parallel = true;
    return layer;
}

} // namespace

DecoderSpec cohere_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_cohere);
    spec.logits_multiplier = config.number_or("logit_scale", 0.0625);
    const Heads heads = heads_of(config);
    LayerSpec layer = cohere_layer(config, spec.hidden, heads);
    if (config.flag("use_qk_norm")) { // one weight per head and channel
        layer.attention.q_norm = norm("self_attn.q_norm", NormKind::layer_norm_cohere, heads.dim);
        layer.attention.k_norm = norm("self_attn.k_norm", NormKind::layer_norm_cohere, heads.dim);
        layer.attention.norm_rows = true;
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec cohere2_decoder(const Config &config)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm_cohere);
    spec.logits_multiplier = config.number_or("logit_scale", 0.0625);
    // the class computes head_dim, and a head_dim in the file then takes its place
    const Heads heads = config.given("head_dim") ? heads_of(config) : split_heads_of(config);
    LayerSpec layer = cohere_layer(config, spec.hidden, heads);
    const Count pattern = config.size_or("sliding_window_pattern", 4);
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [&](Count i) { return (i + 1) % pattern != 0; });
    for (const std::string &type : types) { // only windowed layers are rotated
        const bool sliding = type == "sliding_attention";
        layer.attention.sliding_window = sliding ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention.rotary_dim = layer.attention.sliding_window ? heads.dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = heads.dim;
    return spec;
}

void describe_cohere(const Config &config, Draft &draft) { finish_decoder(draft, cohere_decoder(config)); }
void describe_cohere2(const Config &config, Draft &draft) { finish_decoder(draft, cohere2_decoder(config)); }

} // namespace plimsoll
