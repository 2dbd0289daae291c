// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field_objects.h"
#include "core/plan/field_types.h"

#include <array>
#include <utility>

namespace plimsoll {

using namespace field_types;

namespace {

// What transformers 5.23 takes for attn_implementation (modeling_utils.py, modeling_flash_attention_utils.py) and other libraries'
// words for the same kernels.
constexpr std::array<std::pair<std::string_view, AttentionBackend>, 16> synonyms{{
    {"flash_attention_2", AttentionBackend::flash2},
    {"flash-attention-2", AttentionBackend::flash2},
    {"flash_attn_2", AttentionBackend::flash2},
    {"flash_attn", AttentionBackend::flash2},
    {"flash_attention", AttentionBackend::flash2},
    {"fa2", AttentionBackend::flash2}, // LLaMA-Factory's flash_attn
    {"kernels-community/flash-attn2", AttentionBackend::flash2},
    {"kernels-community/flash-attn", AttentionBackend::flash2},
    {"flash_attention_3", AttentionBackend::flash3},
    {"flash-attention-3", AttentionBackend::flash3},
    {"flash_attn_3", AttentionBackend::flash3},
    {"fa3", AttentionBackend::flash3},
    {"kernels-community/flash-attn3", AttentionBackend::flash3},
    {"kernels-community/vllm-flash-attn3", AttentionBackend::flash3},
    {"torch_sdpa", AttentionBackend::sdpa},
    {"sdpa_attention", AttentionBackend::sdpa},
}};

/// "paged|" in front (which transformers 5.23 takes away itself) and a kernel's revision and function behind are no part of it.
std::string_view bare(std::string_view text)
{
    constexpr std::string_view paged = "paged|";
    if (text.starts_with(paged) && text != "paged|eager") text.remove_prefix(paged.size());
    if (text.find('/') == std::string_view::npos) return text;
    return text.substr(0, text.find_first_of("@:"));
}

std::optional<AttentionBackend> kernel_of(std::string_view text)
{
    const std::string_view name = bare(text);
    if (const auto known = plan_enum<AttentionBackend>(name)) return known;
    for (const auto &[spelling, backend] : synonyms)
        if (spelling == name) return backend;
    return std::nullopt;
}

/// Kernels that exist, and that no step is written for.
std::string refuses(const json &value)
{
    if (!value.is_string()) return {};
    const std::string_view name = bare(value.get_ref<const std::string &>());
    if (name == "flex_attention")
        return phrase(QT_TRANSLATE_NOOP("core", "the step with %1 is not simulated: its kernel is compiled for each model (%2)"),
                      {"flex_attention", "torch.nn.attention.flex_attention"});
    if (name == "flash_attention_4" || name == "kernels-community/flash-attn4" || name == "fa4")
        return phrase(QT_TRANSLATE_NOOP("core", "the step with %1 is not simulated"), {"FlashAttention 4"});
    if (name == "paged|eager")
        return phrase(QT_TRANSLATE_NOOP("core", "%1 belongs to %2, which is not simulated"), {name, "generate_batch()"});
    if (name.find('/') != std::string_view::npos)
        return phrase(QT_TRANSLATE_NOOP("core", "what the kernel %1 of the Hub allocates is not known"), {name});
    return {};
}

} // namespace

Field attention_field()
{
    Field field = choice(
        "attention", "attention", [](auto &plan) -> auto & { return plan.attention; }, "attention kernel");
    field.read = [](Plan &plan, const json &value) {
        const auto kernel = value.is_string() ? kernel_of(value.get_ref<const std::string &>()) : std::nullopt;
        if (kernel) plan.attention = *kernel;
        return kernel.has_value();
    };
    field.refuses = refuses;
    return field;
}

} // namespace plimsoll
