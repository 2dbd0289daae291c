// SPDX-License-Identifier: GPL-3.0-or-later
// Which recipes have a step, each in the file of its family.
#include "core/families/recipe_steps.h"

#include "core/families/decoder_classes.h"
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
    RunsAs runs = nullptr;
};

constexpr Row rows[] = {
    {"afmoe", afmoe_step, run_as_afmoe},
    {"aria_text", aria_text_step},
    {"biogpt", biogpt_step, run_as_biogpt},
    {"bitnet", bitnet_step},
    {"codegen", codegen_step, run_as_codegen},
    {"cohere2_moe", cohere2_moe_step, run_as_cohere2_moe},
    {"deepseek_vl_v2", deepseek_vl_v2_step},
    {"diffllama", diffllama_step, run_as_diffllama},
    {"emu3_text_model", emu3_text_step},
    {"exaone_moe", exaone_moe_step, run_as_exaone_moe},
    {"gemma3n_text", gemma3n_text_step, run_as_gemma3n},
    {"gpt_neox_japanese", gpt_neox_japanese_step, run_as_gpt_neox_japanese},
    {"granite_swa", granite_swa_step, run_as_granite_swa},
    {"granitemoe_swa", granitemoe_swa_step, run_as_granite_swa},
    {"hy_v3", hy_v3_step, run_as_hy_v3},
    {"hyperclovax", hyperclovax_step},
    {"iquestcoder", iquestcoder_step},
    {"jais2", jais2_step},
    {"kimi_linear", kimi_linear_step},
    {"kolibri1", kolibri1_step, run_as_kolibri1},
    {"laguna", laguna_step, run_as_laguna},
    {"lfm2_moe", lfm2_moe_step},
    {"lfm3", lfm3_step, run_as_lfm3},
    {"mellum", mellum_step},
    {"mistral4", mistral4_step, run_as_mistral4},
    {"molmo", molmo_step, run_as_molmo},
    {"nanochat", nanochat_step, run_as_nanochat},
    {"olmo_hybrid", olmo_hybrid_step, run_as_olmo_hybrid},
    {"openai-gpt", openai_gpt_step, run_as_openai_gpt},
    {"phi4_multimodal", phi4_multimodal_step, run_as_phi4_multimodal},
    {"vaultgemma", vaultgemma_step, scale_in_embedding},
    {"xglm", xglm_step, run_as_xglm},
    {"youtu", youtu_step},
};

} // namespace

RunsAs recipe_runs(std::string_view model_type)
{
    const auto *row = std::ranges::find(rows, model_type, &Row::model_type);
    return row == std::end(rows) ? nullptr : row->runs;
}

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

} // namespace plimsoll
