// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-NeoX Japanese.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec gpt_neox_japanese_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "gpt_neox_japanese";
    spec.embedding_name = "embed_in";
    spec.final_norm.name = "final_layer_norm";
    spec.head.name = "embed_out";
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a.name = "attention";
    a.heads = a.kv_heads = config.size("num_attention_heads");
    a.head_dim = a.v_head_dim = spec.hidden / a.heads;
    a.rotary_dim = static_cast<Count>(static_cast<double>(a.head_dim) * partial_rotary_factor(config, 1.0));
    a.fused = linear("attention.query_key_value", spec.hidden, 3 * spec.hidden);
    a.o = linear("attention.dense", spec.hidden, spec.hidden);
    layer.mlp = plain_mlp("mlp.dense_h_to_4h", "mlp.dense_4h_to_h", spec.hidden,
                          spec.hidden * config.size("intermediate_multiple_size"), activation_of(config, "hidden_act"), false);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    layer.dropout = config.number_or("hidden_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0.1);
    const Count layers = config.layers("num_hidden_layers");
    repeat(spec, layer, layers - 1);
    a.o.bias = true; // the last layer's dense_bias
    repeat(spec, layer, 1);
    return spec;
}

} // namespace plimsoll
