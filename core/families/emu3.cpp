// SPDX-License-Identifier: GPL-3.0-or-later
// The language model of Emu3.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec emu3_text_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer = llama_layer(config, spec.hidden, false, false, false);
    layer.dropout = layer.attention_dropout = config.number_or("attention_dropout", 0.1);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
