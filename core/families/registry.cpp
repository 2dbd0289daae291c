// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/family.h"
#include "core/families/recipe.h"

#include <algorithm>
#include <iterator>
#include <vector>

// clang-format off
/// A line for each file of this folder that holds families: afmoe.cpp has afmoe_families().
#define FAMILY_FILES(file) \
    file(apertus) \
    file(arcee) \
    file(axk1) \
    file(baichuan) \
    file(bamba) \
    file(bart) \
    file(bert) \
    file(bloom) \
    file(chatglm) \
    file(clip) \
    file(cohere) \
    file(cwm) \
    file(dbrx) \
    file(deepseek) \
    file(deepseek_moe) \
    file(distilbert) \
    file(dots1) \
    file(ernie4_5) \
    file(exaone) \
    file(falcon) \
    file(falcon_h1) \
    file(gemma) \
    file(gemma3) \
    file(gemma4) \
    file(glm) \
    file(glm4_moe) \
    file(glm4v) \
    file(glm_moe_dsa) \
    file(gpt2) \
    file(gpt_bigcode) \
    file(gpt_neo) \
    file(gpt_neox) \
    file(gpt_oss) \
    file(gptj) \
    file(granite) \
    file(granitemoehybrid) \
    file(helium) \
    file(hunyuan) \
    file(idefics3) \
    file(internlm) \
    file(internvl) \
    file(internvl_chat) \
    file(jamba) \
    file(kimi_k25) \
    file(lfm2) \
    file(llama) \
    file(llama4) \
    file(llava) \
    file(mamba) \
    file(mimo_v2_flash) \
    file(minicpm) \
    file(minimax) \
    file(minimax_m2) \
    file(mistral) \
    file(mixtral) \
    file(mllama) \
    file(mpt) \
    file(nemotron) \
    file(nemotron_h) \
    file(nemotron_nas) \
    file(olmo) \
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
    file(vit) \
    file(whisper) \
    file(xverse)
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
        const std::size_t described = out.size();
        for (const Family &family : recipe_families())
            if (!std::ranges::binary_search(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(described), family.model_type,
                                            {}, &Family::model_type))
                out.push_back(family);
        std::ranges::sort(out, {}, &Family::model_type);
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
