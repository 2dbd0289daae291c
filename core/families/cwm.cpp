// SPDX-License-Identifier: GPL-3.0-or-later
// Code World Model.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_cwm(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const LayerSpec layer = llama_layer(config, spec.hidden, false, false, config.flag("mlp_bias"));
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return i % 4 != 0; });
    add_windowed_layers(spec, layer, types, config.maybe_size("sliding_window"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> cwm_families()
{
    static constexpr Family rows[] = {
        {"cwm", "cwm", "CwmForCausalLM", describe_cwm, nullptr, {.divides_heads = true}},
    };
    return rows;
}

} // namespace plimsoll
