// SPDX-License-Identifier: GPL-3.0-or-later
// Orion (code on the Hub).
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

/// LLaMA's layers with LayerNorm.
void describe_orion(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, false, NormKind::layer_norm);
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> orion_families()
{
    static constexpr Family rows[] = {
        {"orion", "orion", "OrionForCausalLM", describe_orion},
    };
    return rows;
}

} // namespace plimsoll
