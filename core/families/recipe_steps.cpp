// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of dense decoders whose modules stand in recipes.
#include "core/families/recipe_steps.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace plimsoll {
namespace {

struct Row {
    std::string_view model_type;
    DecoderSpec (*step)(const Config &config, const Tree &tree);
};

constexpr Row rows[] = {
    {"afmoe", afmoe_step},
    {"aria_text", aria_text_step},
    {"biogpt", biogpt_step},
    {"bitnet", bitnet_step},
    {"codegen", codegen_step},
    {"cohere2_moe", cohere2_moe_step},
    {"deepseek_vl_v2", deepseek_vl_v2_step},
    {"diffllama", diffllama_step},
    {"emu3_text_model", emu3_text_step},
    {"exaone_moe", exaone_moe_step},
    {"gemma3n_text", gemma3n_text_step},
    {"gpt_neox_japanese", gpt_neox_japanese_step},
    {"granite_swa", granite_swa_step},
    {"granitemoe_swa", granitemoe_swa_step},
    {"hy_v3", hy_v3_step},
    {"hyperclovax", hyperclovax_step},
    {"iquestcoder", iquestcoder_step},
    {"jais2", jais2_step},
    {"kimi_linear", kimi_linear_step},
    {"kolibri1", kolibri1_step},
    {"laguna", laguna_step},
    {"lfm2_moe", lfm2_moe_step},
    {"lfm3", lfm3_step},
    {"mellum", mellum_step},
    {"mistral4", mistral4_step},
    {"molmo", molmo_step},
    {"nanochat", nanochat_step},
    {"olmo_hybrid", olmo_hybrid_step},
    {"openai-gpt", openai_gpt_step},
    {"phi4_multimodal", phi4_multimodal_step},
    {"vaultgemma", vaultgemma_step},
    {"xglm", xglm_step},
    {"youtu", youtu_step},
};

} // namespace

void describe_recipe_step(const Config &config, const std::string &model_type, Draft &draft)
{
    const auto *row = std::ranges::find(rows, model_type, &Row::model_type);
    if (row == std::end(rows)) return;
    try {
        keep_step(draft, row->step(config, draft.tree));
    } catch (const Refusal &why) { // the modules are counted all the same
        leave_step_out(draft, why.error.message());
    }
}

DecoderSpec vaultgemma_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms_offset);
    spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    layer.attention.softcap = config.maybe_number("attn_logit_softcapping");
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_activation"));
    set_two_norms(layer, NormKind::rms_offset, spec.hidden);
    layer.post_attention_norm.name = "pre_feedforward_layernorm";
    const auto types = layer_types(config, config.layers("num_hidden_layers"), [](Count i) { return (i + 1) % 2 != 0; });
    add_windowed_layers(spec, layer, types, config.maybe_size("sliding_window"));
    return spec;
}

DecoderSpec jais2_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = plain_mlp("mlp.up_proj", "mlp.down_proj", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), config.flag("mlp_bias"));
    set_two_norms(layer, NormKind::layer_norm, spec.hidden, true);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec nanochat_step(const Config &config, const Tree &)
{
    // norms without weights: width 0; the final one runs before the layers too
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    const auto bare = [](const char *name) { return norm(name, NormKind::rms_fp32_weight, 0); };
    spec.final_norm = spec.embedding_norm = bare("norm");
    spec.final_softcap = config.maybe_number("final_logit_softcapping");
    const bool bias = config.flag("attention_bias");
    LayerSpec layer;
    layer.attention = grouped_attention(spec.hidden, heads_of(config), bias, bias);
    layer.attention.q_norm = bare("self_attn.q_norm");
    layer.attention.k_norm = bare("self_attn.k_norm");
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.mlp = plain_mlp("mlp.fc1", "mlp.fc2", spec.hidden, config.size("intermediate_size"),
                          activation_of(config, "hidden_act"), false);
    layer.input_norm = bare("input_layernorm");
    layer.post_attention_norm = bare("post_attention_layernorm");
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

DecoderSpec biogpt_step(const Config &config, const Tree &)
{
    DecoderSpec spec = decoder_base(config, NormKind::layer_norm, true);
    spec.prefix = "biogpt";
    spec.head.name = "output_projection";
    spec.final_norm.name = "layer_norm";
    spec.positions = Positions::learned;
    spec.positions_name = "embed_positions";
    spec.position_rows = config.size("max_position_embeddings") + 2;
    if (config.flag("scale_embedding", true)) spec.embedding_multiplier = std::sqrt(static_cast<double>(spec.hidden));
    spec.embedding_dropout = config.number_or("hidden_dropout_prob", 0.1);
    LayerSpec layer;
    const Count heads = config.size("num_attention_heads");
    layer.attention = grouped_attention(spec.hidden, {heads, heads, spec.hidden / heads}, true, true, "out_proj");
    layer.attention.rotary_dim = 0;
    layer.mlp = plain_mlp("fc1", "fc2", spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"), true);
    layer.input_norm = norm("self_attn_layer_norm", NormKind::layer_norm, spec.hidden, true);
    layer.post_attention_norm = norm("final_layer_norm", NormKind::layer_norm, spec.hidden, true);
    layer.dropout = spec.embedding_dropout;
    layer.attention_dropout = config.number_or("attention_probs_dropout_prob", 0.1);
    repeat(spec, layer, config.layers("num_hidden_layers"));
    return spec;
}

} // namespace plimsoll
