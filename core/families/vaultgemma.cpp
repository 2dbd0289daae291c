// SPDX-License-Identifier: GPL-3.0-or-later
// VaultGemma.
#include "core/families/describe/decoder_classes.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

#include <cmath>

namespace plimsoll {

namespace {

DecoderSpec vaultgemma_step(const Config &config, const RecipeModules &modules)
{
    constexpr NormKind kind = NormKind::rms_offset;
    DecoderSpec spec = decoder_base(config, modules, kind);
    spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const Heads heads = heads_of(config);
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto types = layer_types(config, static_cast<Count>(layers.size()), [](Count i) { return (i + 1) % 2 != 0; });
    for (std::size_t i = 0; i < layers.size(); ++i) {
        LayerSpec layer;
        layer.attention = grouped_attention(layers[i], heads);
        layer.attention.softcap = config.maybe_number("attn_logit_softcapping");
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        layer.attention_dropout = config.number_or("attention_dropout", 0);
        layer.mlp = gated_mlp(layers[i], activation_of(config, "hidden_activation"));
        layer.input_norm = layers[i].norm("input_layernorm", kind);
        layer.post_attention_norm = layers[i].norm("pre_feedforward_layernorm", kind);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> vaultgemma_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("vaultgemma", vaultgemma_step, scale_in_embedding),
    };
    return rows;
}

} // namespace plimsoll
