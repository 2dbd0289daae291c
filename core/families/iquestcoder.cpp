// SPDX-License-Identifier: GPL-3.0-or-later
// IQuest Coder.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"

namespace plimsoll {

DecoderSpec iquestcoder_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    repeat(spec, llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias")), config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
