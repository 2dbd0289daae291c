// SPDX-License-Identifier: GPL-3.0-or-later
// GPT, the first one.
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec openai_gpt_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("n_embd"), heads = config.size("n_head"), rows = config.size("n_positions");
    DecoderSpec spec = bare_decoder(config, "transformer", "tokens_embed", NormSpec());
    spec.layers_name = "h";
    spec.positions = Positions::learned;
    spec.position_rows = rows;
    spec.positions_name = "positions_embed";
    spec.embedding_dropout = config.number_or("embd_pdrop", 0.1);
    LayerSpec layer;
    AttentionSpec &a = layer.attention;
    a = grouped_attention(hidden, {heads, heads, hidden / heads}, true, true, "c_proj", "attn");
    a.q = a.k = a.v = LinearSpec();
    a.rotary_dim = 0;
    a.fused = {"attn.c_attn", hidden, 3 * hidden, true, true};
    a.o = {"attn.c_proj", hidden, hidden, true, true};
    a.buffers = {{"bias", {1, 1, rows, rows}, Dtype::bf16, {}}};
    const std::string activation = config.text("afn", "gelu");
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", hidden, 4 * hidden,
                          activation == "gelu"   ? Activation::gelu_new
                          : activation == "relu" ? Activation::relu
                                                 : Activation::silu,
                          true);
    layer.mlp.up.conv1d = layer.mlp.down.conv1d = true;
    layer.input_norm = norm("ln_1", NormKind::layer_norm, hidden, true);
    layer.post_attention_norm = norm("ln_2", NormKind::layer_norm, hidden, true);
    layer.dropout = config.number_or("resid_pdrop", 0.1);
    layer.attention_dropout = config.number_or("attn_pdrop", 0.1);
    repeat(spec, layer, config.layers("n_layer"));
    return spec;
}

} // namespace plimsoll
