// SPDX-License-Identifier: GPL-3.0-or-later
// OLMo Hybrid: OLMo 3 with gated delta nets.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/delta_net_sizes.h"
#include "core/families/describe/layer_mixer.h"
#include "core/families/describe/pieces.h"
#include "core/families/describe/recipe_modules.h"
#include "core/model/extension.h"

#include <nlohmann/json.hpp>

namespace plimsoll::step {

namespace {

const DecoderClass olmo2_of_hybrid({.turn = TurnForm::halves_fp32, .views_last = true});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

constexpr NormKind olmo_hybrid_kind = NormKind::rms_fp32_weight;

LayerSpec full_layer(const Config &config, const RecipeModules &at, const Heads &heads)
{
    LayerSpec layer;
    layer.attention = grouped_attention(at, heads);
    set_q_k_norms(layer.attention, at, olmo_hybrid_kind);
    layer.attention.norms.per_head = false;
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(at, activation_of(config, "hidden_act"));
    layer.norm_after = true;
    layer.post_attention_norm = at.norm("post_attention_layernorm", olmo_hybrid_kind);
    layer.post_mlp_norm = at.norm("post_feedforward_layernorm", olmo_hybrid_kind);
    return layer;
}

LayerSpec linear_layer(const Config &config, const RecipeModules &at)
{
    LayerSpec layer = empty_layer();
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(at, activation_of(config, "hidden_act"));
    set_two_norms(layer, at, olmo_hybrid_kind);
    return layer;
}

MixerSpec delta_sizes(const Config &config, const RecipeModules &at, const Heads &heads)
{
    DeltaNet d{};
    d.value_heads = at.shape("linear_attn", "A_log")[0];
    d.key_heads = config.size_or("linear_num_key_heads", heads.query);
    d.key_dim = at.linear("linear_attn.q_proj").out / d.key_heads;
    d.value_dim = at.norm("linear_attn.o_norm", olmo_hybrid_kind).width;
    d.kernel = at.shape("linear_attn.conv1d").back();
    return mixer_of(d);
}

DecoderSpec olmo_hybrid_step(const Config &config, const RecipeModules &modules)
{
    DecoderSpec spec = decoder_base(config, modules, olmo_hybrid_kind);
    const Heads heads = heads_of(config);
    const nlohmann::json &rope = config.raw("rope_parameters");
    // modeling_rope_utils.py gives a configuration without them a theta of 10,000; released models name one of null
    const bool rotated = !rope.is_object() || !rope.contains("rope_theta") || !rope["rope_theta"].is_null();
    if (!rotated) spec.positions = Positions::none;
    std::shared_ptr<const LayerExtension> delta;
    for (const RecipeModules &at : modules.each("model.layers")) {
        LayerSpec layer;
        if (at.has("self_attn.q_proj")) {
            layer = full_layer(config, at, heads);
            if (!rotated) layer.attention.rotary.dim = 0;
        } else {
            layer = linear_layer(config, at);
            if (!delta) delta = mixer_extension(at, delta_sizes(config, at, heads));
            layer.extension = delta;
        }
        repeat(spec, layer, 1);
    }
    return spec;
}

} // namespace

std::span<const Family> olmo_hybrid_families()
{
    static constexpr Family rows[] = {
        recipe_with_step("olmo_hybrid", olmo_hybrid_step, run_as_one<step::olmo2_of_hybrid>),
    };
    return rows;
}

} // namespace plimsoll
