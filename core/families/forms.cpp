// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/forms.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <array>

namespace plimsoll {

namespace {

struct Row {
    std::string_view model_type;
    AttentionForm attention = AttentionForm::library;
    FusedSplit split = FusedSplit::slices;
    TurnForm turn = TurnForm::halves;
    RotaryJoin join = RotaryJoin::none;
};

using enum TurnForm;

constexpr Row rows[] = {
    {"biogpt", AttentionForm::gpt2},
    {"bloom", AttentionForm::bloom},
    {"codegen", AttentionForm::codegen, FusedSplit::mesh, gathered, RotaryJoin::after},
    {"cohere", {}, {}, interleaved_fp32},
    {"cohere2", {}, {}, interleaved_fp32},
    {"cohere2_moe", {}, {}, interleaved_fp32},
    {"diffllama", AttentionForm::differential},
    {"ernie4_5", {}, {}, interleaved_each},
    {"ernie4_5_moe", {}, {}, interleaved_each},
    {"falcon", AttentionForm::falcon},
    {"flex_olmo", {}, {}, halves_fp32},
    {"glm", {}, {}, interleaved, RotaryJoin::after},
    {"glm4", {}, {}, interleaved, RotaryJoin::after},
    {"gpt-sw3", AttentionForm::gpt2, FusedSplit::split},
    {"gpt2", AttentionForm::gpt2, FusedSplit::split},
    {"gpt_bigcode", {}, FusedSplit::split},
    {"gpt_neo", AttentionForm::gpt_neo},
    {"gpt_neox", {}, FusedSplit::split, halves, RotaryJoin::after},
    {"gpt_neox_japanese", AttentionForm::neox_japanese, {}, halves, RotaryJoin::after},
    {"gptj", AttentionForm::gptj, {}, gathered, RotaryJoin::after},
    {"granite_swa", AttentionForm::lse_sinks},
    {"granitemoe_swa", AttentionForm::lse_sinks},
    {"helium", {}, {}, interleaved},
    {"mimo_v2_flash", AttentionForm::some_sinks, {}, halves, RotaryJoin::after},
    {"laguna", {}, {}, halves, RotaryJoin::after},
    {"lfm3", {}, {}, halves_fp32},
    {"minimax_m2", {}, {}, halves, RotaryJoin::after},
    {"mpt", AttentionForm::mpt, FusedSplit::split},
    {"nemotron", {}, {}, halves, RotaryJoin::last},
    {"olmo", {}, {}, halves_fp32},
    {"olmo2", {}, {}, halves_fp32},
    {"olmo3", {}, {}, halves_fp32},
    {"olmo_hybrid", {}, {}, halves_fp32},
    {"openai-gpt", AttentionForm::openai, FusedSplit::split},
    {"persimmon", {}, {}, halves, RotaryJoin::held},
    {"phi", {}, {}, halves, RotaryJoin::held},
    {"phi3", {}, {}, halves, RotaryJoin::each},
    {"phi4_multimodal", {}, {}, halves, RotaryJoin::each},
    {"stablelm", {}, {}, halves, RotaryJoin::held},
    {"xglm", AttentionForm::xglm},
};

/// Falcon: linears of its own, the mask always there; the new architecture repeats keys and values before it caches them.
void set_falcon(const Config &config, DecoderSpec &spec, FamilyForms &forms)
{
    forms.own_linear = true;
    forms.mask_always = true;
    for (LayerSpec &layer : spec.kinds) {
        AttentionSpec &a = layer.attention;
        if (config.flag("new_decoder_architecture", config.text("model_type") == "RefinedWeb")) {
            forms.split = FusedSplit::groups;
            a.kv_heads = a.heads;
        } else if (a.kv_heads == 1) {
            forms.split = FusedSplit::multi_query;
        }
    }
}

/// TRL 1.16 trainer/utils.py, _fused_forward: the backbone is what `base_model` names, which of Mllama's language model alone is
/// the model itself, whose outputs have no last_hidden_state; with a coefficient for the routers' loss it reads the configuration's
/// num_experts and num_experts_per_tok, which these configurations do not have.
std::string no_tiled_loss(const Config &config, const std::string &type)
{
    static constexpr std::array without{"deepseek_v4",      "granitemoe",  "granitemoe_swa", "granitemoehybrid",
                                        "granitemoeshared", "llama4_text", "phimoe"};
    if (type == "mllama_text_model")
        return phrase(QT_TRANSLATE_NOOP("core", "%1's loss in tiles reads %2 of the model inside, which %3 does not have (%4)"),
                      {"TRL", "last_hidden_state", "MllamaForCausalLM", "TRL 1.16 trainer/utils.py"});
    if (std::ranges::find(without, type) == without.end() || config.number_or("router_aux_loss_coef", 0.001) == 0) return {};
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "%1's loss in tiles adds the routers' loss (%2) and reads the configuration's %3, which "
                                    "%4 does not have (%5)"),
                  {"TRL", "router_aux_loss_coef", "num_experts", type, "TRL 1.16 trainer/utils.py"});
}

void set_opt(DecoderSpec &spec, FamilyForms &forms)
{
    forms.scales_query = true;
    forms.inline_mlp = true;
    forms.flattens_mlp = true;
    forms.positions_per_row = true;
    for (LayerSpec &layer : spec.kinds) {
        forms.norm_sum = layer.norm_after;
        layer.norm_after = false;
    }
}

} // namespace

void set_family_forms(const Config &config, DecoderSpec &spec)
{
    const std::string type = config.has("model_type") ? config.text("model_type") : std::string(config.defaults_name());
    const FamilyForms given = spec.more ? spec.more->forms : FamilyForms();
    FamilyForms forms = given;
    if (const auto *row = std::ranges::find(rows, type, &Row::model_type); row != std::end(rows)) {
        forms.attention = row->attention;
        forms.split = row->split;
        forms.turn = row->turn;
        forms.join = row->join;
    }
    static constexpr std::array naming{"falcon",  "RefinedWeb", "RefinedWebModel", "gpt2",    "gpt_bigcode",
                                       "gpt_neo", "stablelm",   "llama4_text",     "gpt-sw3", "openai-gpt"};
    forms.names_attention = std::ranges::find(naming, type) != naming.end();
    forms.residual_first = type.starts_with("cohere") || type == "stablelm";
    forms.bloom_gelu = type == "bloom";
    forms.norm_casts = type == "olmo";
    forms.clip_in_place = type == "olmo";
    static constexpr std::array scaling{
        "gemma",      "gemma2", "gemma3_text", "gemma3n_text", "gemma4_text", "gemma4_unified_text",
        "vaultgemma", "biogpt", "xglm",        "minicpm3"};
    forms.scaled_embedding = std::ranges::find(scaling, type) != scaling.end();
    forms.xielu = type == "apertus" && config.text("hidden_act", "xielu") == "xielu";
    forms.keeps_embedding = type == "afmoe";
    forms.scales_embedding_late = forms.keeps_embedding || type == "granitemoe" || type == "granitemoeshared";
    forms.scales_before_head = type == "minicpm3";
    forms.casts_before_norm = type == "nemotron_h";
    forms.caps_in_one_line = type == "recurrent_gemma";
    forms.norm_sum = type == "openai-gpt";
    forms.scales_query = forms.fixed_positions = type == "xglm";
    if (type == "openai-gpt") forms.no_cache = true;
    if (type == "falcon" || type == "RefinedWeb" || type == "RefinedWebModel") {
        forms.attention = AttentionForm::falcon;
        set_falcon(config, spec, forms);
    }
    if (type == "llama4_text") {
        forms.attention = AttentionForm::llama4;
        forms.l2_norms = config.flag("use_qk_norm", true);
        const auto &tuning = config.raw("attn_temperature_tuning");
        forms.tempered = !tuning.is_boolean() || tuning.get<bool>();
    }
    if (type == "deepseek_v32" || type == "glm_moe_dsa") forms.mask_always = true;
    // models/*/modeling_*.py: `query_states = self.q_norm(query_states)` below the three projections; with
    // `self.q_norm(self.q_proj(hidden_states))` (Qwen3, OLMo 2, MiniMax-M2, dots.llm1) each comes right after its own
    static constexpr std::array normed_last{"apertus",  "cohere", "exaone4",  "exaone_moe", "gemma3_text",
                                            "glm4_moe", "hy_v3",  "kolibri1", "phi",        "stablelm"};
    forms.norms_last = std::ranges::find(normed_last, type) != normed_last.end();
    // `query_states = query_states.view(...)` below all three projections
    static constexpr std::array viewed_last{"flex_olmo", "minimax_m2",  "olmo",  "olmo2",
                                            "olmo3",     "olmo_hybrid", "olmoe", "stablelm"};
    forms.views_last = std::ranges::find(viewed_last, type) != viewed_last.end();
    forms.norm_after_turn = type.starts_with("hunyuan_v1") || type == "nanochat";
    forms.idle_window = type == "qwen2_moe" && !config.flag("use_sliding_window");
    if (type == "biogpt" || type == "xglm") forms.inline_mlp = true;
    if (type == "opt") set_opt(spec, forms);
    forms.tempered = forms.tempered || type == "mistral4";
    forms.scales_values = type == "mimo_v2_flash";
    forms.joined_embedding = type == "molmo";
    if (type == "gpt_bigcode") forms.buffers = {{"bias", {spec.position_rows, spec.position_rows}, Dtype::boolean, {}}};
    forms.no_cache = forms.no_cache || !config.flag("use_cache", type != "mpt"); // MptConfig's default
    std::string untiled = no_tiled_loss(config, type);
    if (forms == given && untiled.empty()) return;
    auto around = spec.more ? std::make_shared<DecoderExtension>(*spec.more) : std::make_shared<DecoderExtension>();
    around->forms = std::move(forms);
    around->no_tiled_loss = std::move(untiled);
    spec.more = std::move(around);
}

} // namespace plimsoll
