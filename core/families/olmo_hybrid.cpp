// SPDX-License-Identifier: GPL-3.0-or-later
// OLMo Hybrid: OLMo 3 with gated delta nets.
#include "core/families/decoder_classes.h"
#include "core/families/decoder_pieces.h"
#include "core/families/delta_net_sizes.h"
#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/families/recipe_steps.h"
#include "core/model/extension.h"

#include <nlohmann/json.hpp>

namespace plimsoll::step {

namespace {

const DecoderClass olmo2({.turn = TurnForm::halves_fp32, .views_last = true});

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

void run_as_olmo_hybrid(const Config &, DecoderSpec &spec) { run_as(spec, step::olmo2); }

DecoderSpec olmo_hybrid_step(const Config &config, const Tree &tree)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_fp32_weight);
    const bool bias = config.flag("attention_bias");
    LayerSpec full = llama_layer(config, spec.hidden, bias, bias, false, NormKind::rms_fp32_weight);
    const Heads heads{full.attention.heads, full.attention.kv_heads, full.attention.head_dim};
    full.attention.q_norm = norm("self_attn.q_norm", NormKind::rms_fp32_weight, heads.query * heads.dim);
    full.attention.k_norm = norm("self_attn.k_norm", NormKind::rms_fp32_weight, heads.key_value * heads.dim);
    full.attention.norm_per_head = false;
    full.norm_after = true;
    full.input_norm = NormSpec();
    full.post_mlp_norm = norm("post_feedforward_layernorm", NormKind::rms_fp32_weight, spec.hidden);
    const nlohmann::json &rope = config.raw("rope_parameters");
    // modeling_rope_utils.py gives a configuration without them a theta of 10,000; released models name one of null
    if (rope.is_object() && rope.contains("rope_theta") && rope["rope_theta"].is_null()) {
        full.attention.rotary_dim = 0;
        spec.positions = Positions::none;
    }
    LayerSpec linear_layer = llama_layer(config, spec.hidden, bias, bias, false, NormKind::rms_fp32_weight);
    linear_layer.attention = empty_layer().attention;
    DeltaNet d{};
    d.value_heads = config.size_or("linear_num_value_heads", heads.query);
    d.key_heads = config.size_or("linear_num_key_heads", heads.query);
    d.key_dim = config.size_or("linear_key_head_dim", 3 * spec.hidden / 4 / d.key_heads);
    d.value_dim = config.size_or("linear_value_head_dim", 2 * d.key_dim);
    d.kernel = config.size("linear_conv_kernel_dim");
    MixerSpec sizes = mixer_of(d);
    std::vector<std::string> types = given_layer_types(config, config.layers("num_hidden_layers"));
    const Count count = config.layers("num_hidden_layers");
    if (types.empty())
        for (Count i = 0; i < count; ++i)
            types.emplace_back(i % 4 == 3 || (count < 4 && i == count - 1) ? "full_attention" : "linear_attention");
    for (std::size_t i = 0; i < types.size(); ++i) {
        const bool attends = types[i] == "full_attention";
        if (!attends && !linear_layer.more) linear_layer.more = mixer_extension(tree, "model.layers." + std::to_string(i), sizes);
        repeat(spec, attends ? full : linear_layer, 1);
    }
    return spec;
}

} // namespace plimsoll
