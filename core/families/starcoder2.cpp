// SPDX-License-Identifier: GPL-3.0-or-later
// StarCoder2.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_starcoder2(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    const bool bias = config.flag("use_bias", true);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    layer.attention.sliding_window = config.maybe_size("sliding_window");
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), bias);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("residual_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    spec.embedding_dropout = config.number_or("embedding_dropout", 0);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> starcoder2_families()
{
    static constexpr Family rows[] = {
        {"starcoder2", "starcoder2", "Starcoder2ForCausalLM", describe_starcoder2},
    };
    return rows;
}

} // namespace plimsoll
