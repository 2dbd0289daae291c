// SPDX-License-Identifier: GPL-3.0-or-later
// SmolLM3.
#include "core/families/describe/pieces.h"

namespace plimsoll {

namespace {

void describe_smollm3(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer = llama_layer(config, spec.hidden, bias, bias, config.flag("mlp_bias"));
    const Count count = config.layers("num_hidden_layers"), interval = config.size_or("no_rope_layer_interval", 4);
    const std::vector<Count> rotated = config.wholes("no_rope_layers");
    const std::optional<Count> window = config.flag("use_sliding_window") ? config.maybe_size("sliding_window") : std::nullopt;
    const Count dim = layer.attention.head_dim;
    const auto is_rotated = [&](Count i) {
        return rotated.empty() ? (i + 1) % interval != 0
                               : static_cast<std::size_t>(i) < rotated.size() && rotated[static_cast<std::size_t>(i)] != 0;
    };
    const auto types = layer_types(config, count, [&](Count i) { return window && !is_rotated(i); });
    for (Count i = 0; i < count; ++i) {
        layer.attention.rotary.dim = is_rotated(i) ? dim : 0;
        layer.attention.sliding_window = types[static_cast<std::size_t>(i)] == "sliding_attention" ? window : std::nullopt;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = dim;
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> smollm3_families()
{
    static constexpr Family rows[] = {
        {"smollm3", "smollm3", "SmolLM3ForCausalLM", describe_smollm3},
    };
    return rows;
}

} // namespace plimsoll
