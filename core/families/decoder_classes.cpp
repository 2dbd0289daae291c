// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder_classes.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

// Sorted by model type.
constexpr DecoderRow rows[] = {
    {"RefinedWeb", run_as_falcon},
    {"RefinedWebModel", run_as_falcon},
    {"afmoe", run_as_afmoe},
    {"biogpt", run_as_biogpt},
    {"bloom", run_as_bloom},
    {"codegen", run_as_codegen},
    {"diffllama", run_as_diffllama},
    {"falcon", run_as_falcon},
    {"falcon_h1", run_as_falcon_h1},
    {"gemma3n_text", run_as_gemma3n},
    {"gemma4_text", run_as_gemma4},
    {"gemma4_unified_text", run_as_gemma4},
    {"gpt-sw3", run_as_gpt2},
    {"gpt2", run_as_gpt2},
    {"gpt_bigcode", run_as_gpt_bigcode},
    {"gpt_neo", run_as_gpt_neo},
    {"gpt_neox_japanese", run_as_gpt_neox_japanese},
    {"gptj", run_as_gptj},
    {"granite_swa", run_as_granite_swa},
    {"granitemoe_swa", run_as_granite_swa},
    {"laguna", run_as_laguna},
    {"lfm3", run_as_lfm3},
    {"llama4_text", run_as_llama4},
    {"mimo_v2_flash", run_as_mimo_v2_flash},
    {"minimax", run_as_minimax},
    {"mpt", run_as_mpt},
    {"openai-gpt", run_as_openai_gpt},
    {"opt", run_as_opt},
    {"qwen3_5_moe_text", run_as_qwen3_next},
    {"qwen3_5_text", run_as_qwen3_next},
    {"qwen3_next", run_as_qwen3_next},
    {"xglm", run_as_xglm},
};
static_assert(std::ranges::is_sorted(rows, {}, &DecoderRow::model_type));

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

} // namespace

void run_as(DecoderSpec &spec, const step::DecoderClass &lines)
{
    change_around(spec, [&lines](DecoderExtension &around) { around.runs = &lines; });
}

void change_around(DecoderSpec &spec, const std::function<void(DecoderExtension &)> &change)
{
    auto around = spec.more ? std::make_shared<DecoderExtension>(*spec.more) : std::make_shared<DecoderExtension>();
    change(*around);
    spec.more = std::move(around);
}

void set_decoder_class(const Config &config, DecoderSpec &spec)
{
    const std::string type = config.has("model_type") ? config.text("model_type") : std::string(config.defaults_name());
    for (const std::span<const DecoderRow> table : {std::span<const DecoderRow>(rows), llama_like_rows()})
        if (const auto row = std::ranges::lower_bound(table, type, {}, &DecoderRow::model_type);
            row != table.end() && row->model_type == type)
            row->runs(config, spec);
    const bool no_cache = !config.flag("use_cache", type != "mpt"); // MptConfig's default
    std::string untiled = no_tiled_loss(config, type);
    if (!no_cache && untiled.empty()) return;
    change_around(spec, [&](DecoderExtension &around) {
        around.no_cache = around.no_cache || no_cache;
        around.no_tiled_loss = std::move(untiled);
    });
}

} // namespace plimsoll
