// SPDX-License-Identifier: GPL-3.0-or-later
// XGLM.
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/ground/phrase.h"

#include <cmath>

namespace plimsoll {

DecoderSpec xglm_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("d_model"), heads = config.size("attention_heads");
    DecoderSpec spec = bare_decoder(config, "model", "embed_tokens", norm("layer_norm", NormKind::layer_norm, hidden, true));
    if (config.flag("add_cross_attention"))
        config.refuse("add_cross_attention", "true",
                      phrase(QT_TRANSLATE_NOOP("core", "%1: attention to an encoder's states is not described"), {"false"}));
    if (config.flag("scale_embedding", true)) spec.embedding_multiplier = std::sqrt(static_cast<double>(hidden));
    spec.positions = Positions::learned;
    spec.position_rows = config.size("max_position_embeddings") + 2;
    spec.positions_name = "embed_positions";
    spec.embedding_dropout = config.number_or("dropout", 0.1);
    LayerSpec layer;
    layer.attention = grouped_attention(hidden, {heads, heads, hidden / heads}, true, true, "out_proj");
    layer.attention.rotary_dim = 0;
    layer.mlp = plain_mlp("fc1", "fc2", hidden, config.size("ffn_dim"), activation_of(config, "activation_function"), true);
    layer.input_norm = norm("self_attn_layer_norm", NormKind::layer_norm, hidden, true);
    layer.post_attention_norm = norm("final_layer_norm", NormKind::layer_norm, hidden, true);
    layer.dropout = spec.embedding_dropout;
    layer.attention_dropout = config.number_or("attention_dropout", 0.1);
    repeat(spec, layer, config.layers("num_layers"));
    return spec;
}

} // namespace plimsoll
