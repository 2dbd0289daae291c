// SPDX-License-Identifier: GPL-3.0-or-later
// BitNet.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/model/extension.h"

namespace plimsoll {

DecoderSpec bitnet_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false);
    auto extension = std::make_shared<LayerExtension>();
    extension->attention_sub_norm = norm("self_attn.attn_sub_norm", NormKind::rms, spec.hidden);
    extension->mlp_sub_norm = norm("mlp.ffn_sub_norm", NormKind::rms, config.size("intermediate_size"));
    layer.more = std::move(extension);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
