// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/liger_patches.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

struct TypeForms {
    std::string_view model_type;
    LigerForms forms;
};

/// What most decoders get: llama's patch.
constexpr LigerForms usual() { return {true, true, true, true, false, true, false, true, false}; }
constexpr LigerForms with_head_norms(LigerForms forms)
{
    forms.head_norms = true;
    return forms;
}
/// Norms that keep the incoming gradient, since a residual needs it.
constexpr LigerForms keeping(LigerForms forms, bool final_in_place)
{
    forms.norm_in_place = false;
    forms.final_in_place = final_in_place;
    return forms;
}
constexpr LigerForms without_rope(LigerForms forms)
{
    forms.rope = false;
    return forms;
}
constexpr LigerForms without_mlp(LigerForms forms)
{
    forms.gated_mlp = false;
    return forms;
}
/// transformers 5 fuses the experts: they are replaced, dense MLPs are not.
constexpr LigerForms with_experts(LigerForms forms)
{
    forms.experts = true;
    return forms;
}
constexpr LigerForms granite()
{
    LigerForms forms = usual();
    forms.head = false;
    forms.cross_entropy = true;
    return forms;
}
constexpr LigerForms nemotron()
{
    LigerForms forms;
    forms.relu_squared = forms.head = true;
    return forms;
}

constexpr std::array known{
    TypeForms{"llama", usual()},
    TypeForms{"mistral", usual()},
    TypeForms{"ministral", usual()},
    TypeForms{"mixtral", with_experts(without_mlp(usual()))},
    TypeForms{"qwen2", usual()},
    TypeForms{"qwen3", with_head_norms(usual())},
    TypeForms{"qwen3_moe", with_experts(without_mlp(with_head_norms(usual())))},
    TypeForms{"phi3", usual()},
    TypeForms{"smollm3", usual()},
    TypeForms{"granite", granite()},
    TypeForms{"gemma", usual()},
    TypeForms{"gemma2", keeping(usual(), false)},
    TypeForms{"gemma3_text", with_head_norms(keeping(usual(), false))},
    TypeForms{"olmo2", keeping(usual(), true)},
    TypeForms{"olmo3", keeping(usual(), true)},
    TypeForms{"glm4", without_rope(keeping(usual(), false))},
    TypeForms{"exaone4", with_head_norms(keeping(usual(), false))},
    TypeForms{"nemotron", nemotron()},
    TypeForms{"gpt_oss", without_mlp(usual())},
    TypeForms{"deepseek_v2", with_experts(with_head_norms(without_rope(usual())))},
    TypeForms{"deepseek_v3", with_experts(with_head_norms(without_rope(usual())))},
    TypeForms{"qwen3_next", with_experts(with_head_norms(without_rope(keeping(usual(), false))))},
    TypeForms{"falcon_h1", usual()},
    TypeForms{"hunyuan_v1_dense", usual()},
    TypeForms{"hunyuan_v1_moe", with_experts(without_mlp(usual()))},
};

} // namespace

LigerForms liger_forms(std::string_view model_type)
{
    const auto found = std::ranges::find(known, model_type, &TypeForms::model_type);
    return found == known.end() ? LigerForms() : found->forms;
}

} // namespace plimsoll::step
