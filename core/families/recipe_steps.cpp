// SPDX-License-Identifier: GPL-3.0-or-later
// Which recipes have a step, each in the file of its family.
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

} // namespace plimsoll
