// SPDX-License-Identifier: GPL-3.0-or-later
// DiffLlama: differential attention.
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/ground/phrase.h"

namespace plimsoll {

DecoderSpec diffllama_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    if (config.number_or("attention_dropout", 0) > 0)
        config.refuse("attention_dropout", phrase(QT_TRANSLATE_NOOP("core", "a share")),
                      phrase(QT_TRANSLATE_NOOP("core", "%1: %2 raises on anything else"), {"0", "DiffLlamaAttention"}));
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias"));
    if (layer.attention.kv_heads % 2 != 0)
        config.refuse("num_key_value_heads", std::to_string(layer.attention.kv_heads),
                      phrase(QT_TRANSLATE_NOOP("core", "an even number")));
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
