// SPDX-License-Identifier: GPL-3.0-or-later
// HyperCLOVA X.
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

DecoderSpec hyperclovax_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    spec.embedding_multiplier = config.number_or("embedding_multiplier", 1);
    spec.logits_multiplier = config.number_or("logits_scaling", 1);
    const Heads heads = heads_of(config);
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = llama_layer(config, at, heads);
        layer.residual_multiplier = config.number_or("residual_multiplier", 1);
        if (at.has("post_norm1")) {
            layer.pre_mlp_norm = layer.post_attention_norm;
            layer.post_attention_norm = at.norm("post_norm1", NormKind::rms);
            layer.post_mlp_norm = at.norm("post_norm2", NormKind::rms);
        }
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> hyperclovax_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("hyperclovax", hyperclovax_step),
    };
    return rows;
}

} // namespace plimsoll
