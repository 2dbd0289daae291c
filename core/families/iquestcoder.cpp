// SPDX-License-Identifier: GPL-3.0-or-later
// IQuest Coder.
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

DecoderSpec iquestcoder_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    for (const RecipeModules &at : modules.each("model.layers")) repeat(spec, llama_layer(config, at, heads), 1);
    return spec;
}

} // namespace

std::span<const Family> iquestcoder_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("iquestcoder", iquestcoder_step),
    };
    return rows;
}

} // namespace plimsoll
