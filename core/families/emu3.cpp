// SPDX-License-Identifier: GPL-3.0-or-later
// The language model of Emu3.
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

DecoderSpec emu3_text_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = llama_layer(config, at, heads);
        layer.dropout = layer.attention_dropout = config.number_or("attention_dropout", 0.1);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> emu3_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("emu3_text_model", emu3_text_step),
    };
    return rows;
}

} // namespace plimsoll
