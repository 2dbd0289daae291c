// SPDX-License-Identifier: GPL-3.0-or-later
// Youtu: latent attention, dense.
#include "core/families/deepseek.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec youtu_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = empty_layer();
    layer.attention = latent_attention(config, spec.hidden, config.flag("attention_bias"));
    layer.attention.rotary_form = config.flag("rope_interleave", true) ? RotaryForm::pairs : RotaryForm::halves;
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    set_two_norms(layer, NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
