// SPDX-License-Identifier: GPL-3.0-or-later
// Mistral 7B, Nemo, Small, Large: LLaMA with fewer key and value heads and, in v0.1, a sliding window in every layer.
#include "core/families/families.h"
#include "core/families/pieces.h"

namespace plimsoll {

void describe_mistral(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config));
    layer.attention.sliding_window = config.maybe_size("sliding_window");
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"));
    set_two_norms(layer, NormKind::rms, spec.hidden);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace plimsoll
