// SPDX-License-Identifier: GPL-3.0-or-later
// Jais 2.
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

DecoderSpec jais2_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::layer_norm);
    const Heads heads = heads_of(config);
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = attention_layer(config, at, heads, NormKind::layer_norm);
        layer.mlp = plain_mlp(at, "mlp.up_proj", "mlp.down_proj", activation_of(config, "hidden_act"));
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> jais2_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("jais2", jais2_step),
    };
    return rows;
}

} // namespace plimsoll
