// SPDX-License-Identifier: GPL-3.0-or-later
// CodeGen.
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec codegen_step(const Config &config, const Tree &)
{
    const Count hidden = config.size("n_embd"), heads = config.size("n_head");
    DecoderSpec spec = bare_decoder(config, "transformer", "wte", norm("ln_f", NormKind::layer_norm, hidden, true));
    spec.layers_name = "h";
    spec.head.bias = true;
    spec.positions = Positions::rotary;
    spec.rotary_tables = 0;
    spec.embedding_dropout = config.number_or("embd_pdrop", 0);
    LayerSpec layer;
    layer.parallel = true;
    layer.input_norm = norm("ln_1", NormKind::layer_norm, hidden, true);
    AttentionSpec &a = layer.attention;
    a = grouped_attention(hidden, {heads, heads, hidden / heads}, false, false, "out_proj", "attn");
    a.q = a.k = a.v = LinearSpec();
    a.fused = linear("attn.qkv_proj", hidden, 3 * hidden);
    a.rotary_dim = config.size_or("rotary_dim", a.head_dim);
    a.buffers = {{"embed_positions", {config.size("n_positions"), a.rotary_dim}, Dtype::fp32, {}}};
    layer.mlp = plain_mlp("mlp.fc_in", "mlp.fc_out", hidden, config.size_or("n_inner", 4 * hidden),
                          activation_of(config, "activation_function"), true);
    layer.dropout = config.number_or("resid_pdrop", 0);
    layer.attention_dropout = config.number_or("attn_pdrop", 0);
    repeat(spec, layer, config.layers("n_layer"));
    return spec;
}

} // namespace plimsoll
