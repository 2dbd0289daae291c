// SPDX-License-Identifier: GPL-3.0-or-later
// Mellum 2.
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll {

namespace {

DecoderSpec mellum_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    const Activation activation = activation_of(config, "hidden_act");
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto types = layer_types(config, static_cast<Count>(layers.size()), [](Count) { return false; });
    for (std::size_t i = 0; i < layers.size(); ++i) {
        LayerSpec layer = attention_layer(config, layers[i], heads);
        set_q_k_norms(layer.attention, layers[i], NormKind::rms);
        if (layers[i].has("mlp.experts")) {
            layer.mlp = expert_mlp(layers[i], config.size("num_experts_per_tok"), activation, "mlp.gate", RouterKind::softmax);
            layer.mlp.moe.router.normalised = config.flag("norm_topk_prob", true);
        } else {
            layer.mlp = gated_mlp(layers[i], activation);
        }
        layer.attention.sliding_window = types[i] == "sliding_attention" ? config.maybe_size("sliding_window") : std::nullopt;
        repeat(spec, layer, 1);
    }
    spec.rotary_tables = static_cast<int>(distinct(types).size());
    return spec;
}

} // namespace

std::span<const Family> mellum_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("mellum", mellum_step),
    };
    return rows;
}

} // namespace plimsoll
