// SPDX-License-Identifier: GPL-3.0-or-later
// VaultGemma.
#include "core/families/decoder_classes.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

#include <cmath>

namespace plimsoll {

DecoderSpec vaultgemma_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_offset);
    spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    layer.attention.softcap = config.maybe_number("attn_logit_softcapping");
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_activation"));
    set_two_norms(layer, NormKind::rms_offset, spec.hidden);
    layer.post_attention_norm.name = "pre_feedforward_layernorm";
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 2 != 0; });
    add_windowed_layers(spec, layer, types, config.maybe_size("sliding_window"));
    return spec;
}

} // namespace plimsoll
