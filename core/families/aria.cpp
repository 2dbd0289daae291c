// SPDX-License-Identifier: GPL-3.0-or-later
// The language model of Aria.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec aria_text_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    const Count width = config.size("intermediate_size");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    layer.mlp = expert_mlp(spec.hidden, config.size("moe_num_experts"), config.size("moe_topk"), width, Activation::silu,
                           "mlp.router", RouterKind::best_then_softmax);
    layer.mlp.moe.shared_order = SharedOrder::last;
    layer.mlp.moe.transposed = true;
    add_shared_expert(layer.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("moe_num_shared_experts", 2),
                      config.flag("mlp_bias"));
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
