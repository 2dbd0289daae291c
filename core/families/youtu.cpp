// SPDX-License-Identifier: GPL-3.0-or-later
// Youtu: latent attention, dense.
#include "core/families/deepseek.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

DecoderSpec youtu_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer;
        layer.attention = latent_attention(config, at);
        layer.attention.rotary.form = paired(config);
        layer.attention_dropout = config.number_or("attention_dropout", 0);
        layer.mlp = gated_mlp(at, activation_of(config, "hidden_act"));
        set_two_norms(layer, at, NormKind::rms);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> youtu_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("youtu", youtu_step),
    };
    return rows;
}

} // namespace plimsoll
