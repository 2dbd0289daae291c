// SPDX-License-Identifier: GPL-3.0-or-later
// The language model of Aria.
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

DecoderSpec aria_text_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = attention_layer(config, at, heads);
        layer.mlp =
            expert_mlp(at, config.size("moe_topk"), Activation::silu, "mlp.router", RouterKind::best_then_softmax, "mlp", true);
        layer.mlp.moe.shared.order = SharedOrder::last;
        add_shared_expert(layer.mlp, at);
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> aria_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("aria_text", aria_text_step),
    };
    return rows;
}

} // namespace plimsoll
