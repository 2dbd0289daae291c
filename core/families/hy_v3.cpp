// SPDX-License-Identifier: GPL-3.0-or-later
// Hunyuan 3.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll::step {

namespace {

const DecoderClass hy_v3({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec hy_v3_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    const Activation activation = activation_of(config, "hidden_act");
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer = attention_layer(config, at, heads);
        set_q_k_norms(layer.attention, at, NormKind::rms);
        if (at.has("mlp.experts")) {
            layer.mlp = expert_mlp(at, config.size("num_experts_per_tok"), activation, "mlp.gate",
                                   RouterKind::corrected_sigmoid_of_float);
            layer.mlp.moe.shared.order = SharedOrder::last;
            layer.mlp.moe.shared.added_in_float = config.flag("enable_moe_fp32_combine", true);
            layer.mlp.moe.router.corrected = true;
            add_shared_expert(layer.mlp, at);
        } else {
            layer.mlp = gated_mlp(at, activation);
        }
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> hy_v3_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("hy_v3", hy_v3_step, run_as_one<step::hy_v3>),
    };
    return rows;
}

} // namespace plimsoll
