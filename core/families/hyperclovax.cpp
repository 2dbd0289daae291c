// SPDX-License-Identifier: GPL-3.0-or-later
// HyperCLOVA X.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec hyperclovax_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1);
    spec.logits_multiplier = config.number_or("logits_scaling", 1);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias"));
    layer.residual_multiplier = config.number_or("residual_multiplier", 1);
    if (config.flag("use_post_norm", true)) {
        layer.pre_mlp_norm = layer.post_attention_norm;
        layer.post_attention_norm = norm("post_norm1", NormKind::rms, spec.hidden);
        layer.post_mlp_norm = norm("post_norm2", NormKind::rms, spec.hidden);
    }
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
