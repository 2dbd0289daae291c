// SPDX-License-Identifier: GPL-3.0-or-later
// BitNet.
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

DecoderSpec bitnet_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    std::shared_ptr<LayerExtension> sub_norms;
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = llama_layer(config, at, heads);
        if (!sub_norms) {
            sub_norms = std::make_shared<LayerExtension>();
            sub_norms->attention_sub_norm = at.norm("self_attn.attn_sub_norm", NormKind::rms);
            sub_norms->mlp_sub_norm = at.norm("mlp.ffn_sub_norm", NormKind::rms);
        }
        layer.extension = sub_norms;
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> bitnet_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("bitnet", bitnet_step),
    };
    return rows;
}

} // namespace plimsoll
