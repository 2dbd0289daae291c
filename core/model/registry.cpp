// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/families/families.h"

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

// Sorted by model type.
constexpr Family table[] = {
    {"llama", "llama", "LlamaForCausalLM", describe_llama},
    {"mistral", "mistral", "MistralForCausalLM", describe_mistral},
    {"qwen2", "qwen2", "Qwen2ForCausalLM", describe_qwen2},
    {"qwen3", "qwen3", "Qwen3ForCausalLM", describe_qwen3},
};
static_assert(std::ranges::is_sorted(table, {}, &Family::model_type));

} // namespace

std::span<const Family> families() { return table; }

const Family *find_family(std::string_view model_type)
{
    const auto found = std::ranges::lower_bound(table, model_type, {}, &Family::model_type);
    return found != std::end(table) && found->model_type == model_type ? found : nullptr;
}

} // namespace plimsoll
