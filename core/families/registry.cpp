// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/family.h"
#include "core/families/describe/recipe.h"

#include <algorithm>
#include <iterator>
#include <vector>

// clang-format off
/// A line for each file of this folder that holds families: afmoe.cpp has afmoe_families().
#define FAMILY_FILES(file) \
    file(afmoe) \
    file(apertus) \
    file(arcee) \
    file(aria) \
    file(axk1) \
    file(baichuan) \
    file(bamba) \
    file(bart) \
    file(bert) \
    file(biogpt) \
    file(bitnet) \
    file(bloom) \
    file(chatglm) \
    file(clip) \
    file(codegen) \
    file(cohere) \
    file(cwm) \
    file(dbrx) \
    file(deepseek) \
    file(deepseek_moe) \
    file(diffllama) \
    file(distilbert) \
    file(dots1) \
    file(emu3) \
    file(ernie4_5) \
    file(exaone) \
    file(falcon) \
    file(falcon_h1) \
    file(gemma) \
    file(gemma3) \
    file(gemma3n) \
    file(gemma4) \
    file(glm) \
    file(glm4_moe) \
    file(glm4v) \
    file(glm_moe_dsa) \
    file(gpt2) \
    file(gpt_bigcode) \
    file(gpt_neo) \
    file(gpt_neox) \
    file(gpt_neox_japanese) \
    file(gpt_oss) \
    file(gptj) \
    file(granite) \
    file(granite_swa) \
    file(granitemoehybrid) \
    file(helium) \
    file(hunyuan) \
    file(hy_v3) \
    file(hyperclovax) \
    file(idefics3) \
    file(internlm) \
    file(internvl) \
    file(internvl_chat) \
    file(iquestcoder) \
    file(jais2) \
    file(jamba) \
    file(kimi_k25) \
    file(kimi_linear) \
    file(kolibri1) \
    file(laguna) \
    file(lfm2) \
    file(lfm3) \
    file(llama) \
    file(llama4) \
    file(llava) \
    file(mamba) \
    file(mellum) \
    file(mimo_v2_flash) \
    file(minicpm) \
    file(minimax) \
    file(minimax_m2) \
    file(mistral) \
    file(mixtral) \
    file(mllama) \
    file(molmo) \
    file(mpt) \
    file(nanochat) \
    file(nemotron) \
    file(nemotron_h) \
    file(nemotron_nas) \
    file(olmo) \
    file(olmo_hybrid) \
    file(openai_gpt) \
    file(opt) \
    file(orion) \
    file(paligemma) \
    file(persimmon) \
    file(phi) \
    file(phi3_v) \
    file(phi3small) \
    file(phi_msft) \
    file(phimoe) \
    file(qwen) \
    file(qwen1) \
    file(qwen3_next) \
    file(qwen_moe) \
    file(qwen_vl) \
    file(recurrent_gemma) \
    file(seed_oss) \
    file(smollm3) \
    file(solar_open) \
    file(stablelm) \
    file(starcoder2) \
    file(t5) \
    file(vaultgemma) \
    file(vit) \
    file(whisper) \
    file(xglm) \
    file(xverse) \
    file(youtu)
// clang-format on

namespace plimsoll {

#define DECLARE(file) std::span<const Family> file##_families();
FAMILY_FILES(DECLARE)
#undef DECLARE

namespace {

std::vector<std::span<const Family>> &files_beside()
{
    static std::vector<std::span<const Family>> files;
    return files;
}

/// Adds the recipes to the rows that stand, sorted; a row with a step beside a recipe takes the rest from it.
void add_recipes(std::vector<Family> &rows)
{
    const auto described = static_cast<std::ptrdiff_t>(rows.size());
    for (Family family : recipe_families()) {
        const auto end = rows.begin() + described;
        const auto row = std::ranges::lower_bound(rows.begin(), end, family.model_type, {}, &Family::model_type);
        if (row == end || row->model_type != family.model_type) {
            rows.push_back(family);
        } else if (row->step) {
            family.runs = row->runs;
            family.step = row->step;
            *row = family;
        }
    }
    std::ranges::sort(rows, {}, &Family::model_type);
}

} // namespace

FamilyFile::FamilyFile(std::span<const Family> rows) { files_beside().push_back(rows); }

std::span<const Family> families()
{
    static const std::vector<Family> all = [] {
        std::vector<Family> out;
#define PUT(file) std::ranges::copy(file##_families(), std::back_inserter(out));
        FAMILY_FILES(PUT)
#undef PUT
        for (const std::span<const Family> rows : files_beside()) std::ranges::copy(rows, std::back_inserter(out));
        std::ranges::sort(out, {}, &Family::model_type);
        add_recipes(out);
        return out;
    }();
    return all;
}

const Family *find_family(std::string_view model_type)
{
    const std::span<const Family> all = families();
    const auto found = std::ranges::lower_bound(all, model_type, {}, &Family::model_type);
    return found != all.end() && found->model_type == model_type ? &*found : nullptr;
}

} // namespace plimsoll
