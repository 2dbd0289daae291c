// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/liger_patches.h"

#include "core/plan/liger_parts.h"
#include "core/plan/releases.h"

#include <algorithm>
#include <array>

namespace plimsoll::step {

namespace {

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
constexpr LigerForms without_head(LigerForms forms)
{
    forms.head = false;
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
constexpr LigerForms nemotron_forms()
{
    LigerForms forms;
    forms.relu_squared = forms.head = true;
    return forms;
}

/// What older releases of Liger did not know: the first that did, by the tags of its repository.
using Release = std::array<int, 3>;

struct TypeForms {
    std::string_view model_type;
    Release since;
    LigerForms forms;
    bool qwen_vl_rope = false; ///< of multimodal positions, by a function that later transformers no longer call
};

/// Around a language model of any type: that one's patch, without its head, and the head around it.
constexpr LigerForms around_text() { return {}; }

constexpr std::array known{
    TypeForms{"llama", {0, 2, 0}, usual()},
    TypeForms{"mistral", {0, 2, 0}, usual()},
    TypeForms{"ministral", {0, 8, 0}, usual()},
    TypeForms{"mixtral", {0, 2, 0}, with_experts(without_mlp(usual()))},
    TypeForms{"qwen2", {0, 2, 0}, usual()},
    TypeForms{"qwen2_vl", {0, 3, 0}, usual(), true},
    TypeForms{"qwen2_vl_text", {0, 6, 0}, usual(), true},
    TypeForms{"qwen2_5_vl", {0, 5, 5}, usual(), true},
    TypeForms{"qwen2_5_vl_text", {0, 6, 0}, usual(), true},
    TypeForms{"qwen3", {0, 5, 9}, with_head_norms(usual())},
    TypeForms{"qwen3_moe", {0, 5, 10}, with_experts(without_mlp(with_head_norms(usual())))},
    TypeForms{"qwen3_vl", {0, 6, 4}, without_mlp(with_head_norms(without_rope(usual())))},
    TypeForms{"qwen3_vl_text", {0, 6, 4}, without_mlp(with_head_norms(without_rope(usual())))},
    TypeForms{"qwen3_vl_moe", {0, 6, 4}, with_experts(without_mlp(with_head_norms(without_rope(usual()))))},
    TypeForms{"qwen3_vl_moe_text", {0, 6, 4}, with_experts(without_mlp(with_head_norms(without_rope(usual()))))},
    TypeForms{"qwen3_next", {0, 6, 3}, with_experts(with_head_norms(without_rope(keeping(usual(), false))))},
    TypeForms{"qwen3_5", {0, 8, 0}, with_head_norms(without_rope(keeping(usual(), false)))},
    TypeForms{"qwen3_5_text", {0, 8, 0}, with_head_norms(without_rope(keeping(usual(), false)))},
    TypeForms{"qwen3_5_moe", {0, 8, 0}, with_experts(with_head_norms(without_rope(keeping(usual(), false))))},
    TypeForms{"qwen3_5_moe_text", {0, 8, 0}, with_experts(with_head_norms(without_rope(keeping(usual(), false))))},
    TypeForms{"phi3", {0, 2, 0}, usual()},
    TypeForms{"smollm3", {0, 6, 1}, usual()},
    TypeForms{"granite", {0, 5, 4}, granite()},
    TypeForms{"gemma", {0, 2, 0}, usual()},
    TypeForms{"gemma2", {0, 2, 0}, keeping(usual(), false)},
    TypeForms{"gemma3_text", {0, 5, 7}, with_head_norms(keeping(usual(), false))},
    TypeForms{"gemma3", {0, 5, 7}, with_head_norms(keeping(usual(), false))},
    TypeForms{"gemma4_text", {0, 8, 0}, with_head_norms(without_rope(keeping(usual(), false)))},
    TypeForms{"gemma4", {0, 8, 1}, with_head_norms(without_rope(keeping(usual(), false)))},
    TypeForms{"olmo2", {0, 5, 4}, keeping(usual(), true)},
    TypeForms{"olmo3", {0, 6, 4}, keeping(usual(), true)},
    TypeForms{"glm4", {0, 5, 9}, without_rope(keeping(usual(), false))},
    TypeForms{"glm4v", {0, 6, 2}, without_rope(usual())},
    TypeForms{"glm4v_moe", {0, 6, 3}, with_experts(without_rope(usual()))},
    TypeForms{"exaone4", {0, 6, 5}, with_head_norms(keeping(usual(), false))},
    TypeForms{"nemotron", {0, 8, 0}, nemotron_forms()},
    TypeForms{"gpt_oss", {0, 6, 5}, without_mlp(usual())},
    TypeForms{"deepseek_v2", {0, 8, 3}, with_experts(with_head_norms(without_rope(usual())))},
    TypeForms{"deepseek_v3", {0, 8, 3}, with_experts(with_head_norms(without_rope(usual())))},
    TypeForms{"deepseek_v4", {0, 8, 1}, without_mlp(without_rope(usual()))},
    TypeForms{"falcon_h1", {0, 6, 3}, usual()},
    TypeForms{"hunyuan_v1_dense", {0, 6, 4}, usual()},
    TypeForms{"hunyuan_v1_moe", {0, 6, 4}, with_experts(without_mlp(usual()))},
    TypeForms{"mllama", {0, 4, 0}, usual()},
    TypeForms{"mllama_text_model", {0, 4, 0}, usual()},
    TypeForms{"llama4_text", {0, 6, 0}, without_rope(usual())},
    // the class around it makes the loss of whole logits itself
    TypeForms{"llama4", {0, 6, 0}, without_head(without_rope(usual()))},
    TypeForms{"llava", {0, 5, 6}, around_text()},
    TypeForms{"paligemma", {0, 5, 6}, around_text()},
    TypeForms{"internvl", {0, 6, 3}, around_text()},
    TypeForms{"smolvlm", {0, 6, 3}, around_text()},
};

/// The patch of a language model inside another, by what tells the types apart for which Liger has one.
LigerForms of_text(const DecoderSpec &spec)
{
    if (spec.kinds.empty()) return usual();
    const LayerSpec &layer = spec.kinds.front();
    LigerForms out = layer.pre_mlp_norm.kind != NormKind::none ? keeping(usual(), false) : usual(); // gemma2
    if (layer.attention.norms.q.kind != NormKind::none) out = with_head_norms(out);                 // qwen3
    const auto routes = [](const LayerSpec &kind) { return kind.mlp.kind == MlpKind::moe; };
    return std::ranges::any_of(spec.kinds, routes) ? with_experts(without_mlp(out)) : out; // mixtral, qwen3_moe
}

/// The functions' own switches: of experts the one of gated products too. Nemotron's squared ReLU has another.
LigerForms only_named(LigerForms forms, const Plan &plan)
{
    if (!names_liger_parts(plan)) return forms;
    forms.rope = forms.rope && names_kernel(plan, "liger_rope");
    const bool norms = names_kernel(plan, "liger_rms_norm"), products = names_kernel(plan, "liger_glu");
    forms.norm = forms.norm && norms;
    forms.head_norms = forms.head_norms && norms;
    forms.gated_mlp = forms.gated_mlp && products;
    forms.experts = forms.experts && products;
    return forms;
}

} // namespace

LigerForms liger_forms(const Architecture &architecture, const Plan &plan)
{
    const auto found = std::ranges::find(known, architecture.model_type, &TypeForms::model_type);
    if (found == known.end() || release_before(plan, "liger_kernel", found->since)) return {};
    const bool around = found->forms == around_text();
    LigerForms out = !around ? found->forms : architecture.decoder ? of_text(*architecture.decoder) : usual();
    if (found->qwen_vl_rope && older_of(plan).skips_qwen_vl) return {};
    if (found->qwen_vl_rope) out.rope = older_of(plan).calls_multimodal_rope;
    return only_named(out, plan);
}

std::string fused_loss_since(const Architecture &architecture, const Plan &plan)
{
    const auto found = std::ranges::find(known, architecture.model_type, &TypeForms::model_type);
    if (found == known.end() || !release_before(plan, "liger_kernel", found->since)) return {};
    const auto [major, minor, patch] = found->since;
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

bool liger_raises(const Architecture &architecture, const Plan &plan)
{
    static constexpr std::string_view own_outputs[] = {"qwen2_vl",    "qwen2_vl_text",    "qwen2_5_vl",   "qwen2_5_vl_text",
                                                       "qwen3_vl",    "qwen3_vl_text",    "qwen3_vl_moe", "qwen3_vl_moe_text",
                                                       "qwen3_5_moe", "qwen3_5_moe_text", "glm4v_moe"};
    return !older_of(plan).has_outputs_of_models &&
           std::ranges::find(own_outputs, std::string_view(architecture.model_type)) != std::end(own_outputs);
}

} // namespace plimsoll::step
