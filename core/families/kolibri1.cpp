// SPDX-License-Identifier: GPL-3.0-or-later
// Kolibri 1.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"

namespace plimsoll::step {

namespace {

const DecoderClass kolibri1({.norms = HeadNorms::last});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

DecoderSpec kolibri1_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, NormKind::rms);
    const Heads heads = heads_of(config);
    const std::optional<Count> window = config.maybe_size("sliding_window");
    const std::vector<RecipeModules> layers = modules.each("model.layers");
    const auto types = layer_types(config, static_cast<Count>(layers.size()), [](Count i) { return (i + 1) % 5 != 0; });
    for (std::size_t i = 0; i < layers.size(); ++i) {
        LayerSpec layer = attention_layer(config, layers[i], heads);
        set_q_k_norms(layer.attention, layers[i], NormKind::rms);
        layer.pre_mlp_norm = layer.post_attention_norm;
        layer.post_attention_norm = layers[i].norm("post_self_attn_layernorm", NormKind::rms);
        layer.post_mlp_norm = layers[i].norm("post_mlp_layernorm", NormKind::rms);
        layer.mlp = expert_mlp(layers[i], config.size("num_experts_per_tok"), activation_of(config, "hidden_act"), "mlp.gate",
                               RouterKind::corrected_logits);
        layer.mlp.moe.shared.order = SharedOrder::last;
        layer.mlp.moe.router.corrected = true;
        layer.mlp.moe.router.normalised = config.flag("norm_topk_prob");
        add_shared_expert(layer.mlp, layers[i]);
        const bool sliding = types[i] == "sliding_attention"; // layers that see everything are not rotated
        layer.attention.sliding_window = sliding ? window : std::nullopt;
        layer.attention.rotary.dim = sliding || !window ? heads.dim : 0;
        repeat(spec, layer, 1);
    }
    spec.rotary_dim = heads.dim;
    return spec;
}

} // namespace

std::span<const Family> kolibri1_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("kolibri1", kolibri1_step, run_as_one<step::kolibri1>),
    };
    return rows;
}

} // namespace plimsoll
