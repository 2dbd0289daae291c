// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/llama_classes.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr LlamaClass plain{};
constexpr LlamaClass classes[] = {
    {.model_type = "llama", .reads_whole = true, .large_at_80 = true, .large_if_grouped = true},
    {.model_type = "mistral", .reads_whole = true, .large_at_80 = true},
    {.model_type = "mixtral", .reads_whole = true},
    {.model_type = "qwen2", .reads_whole = true, .large_at_80 = true},
    {.model_type = "qwen2_moe", .reads_whole = true},
    {.model_type = "qwen3", .reads_whole = true},
    {.model_type = "qwen3_moe", .reads_whole = true},
    {.model_type = "starcoder2", .reads_whole = true},
    {.model_type = "gemma", .and_those_after = true, .scales_queries = true},
    {.model_type = "phi", .scales_queries = true, .parallel = ParallelSum::attention_forward},
    {.model_type = "phi3", .scales_queries = true, .adds_to_states = true},
    {.model_type = "phimoe", .adds_to_states = true},
    {.model_type = "gpt_neox", .parallel = ParallelSum::forward_before},
    {.model_type = "cohere", .and_those_after = true, .parallel = ParallelSum::forward_before},
    {.model_type = "falcon", .quantised_higher = true},
    {.model_type = "qwen3_5", .and_those_after = true, .predicts = true, .runs_alone = true, .rolls_back = true},
    {.model_type = "qwen3_next", .predicts = true, .runs_alone = true},
    {.model_type = "qwen3_vl", .and_those_after = true, .runs_alone = true},
    {.model_type = "mllama", .and_those_after = true, .runs_alone = true},
    {.model_type = "glm4_moe", .predicts = true, .own_vocabulary = true},
    {.model_type = "glm_moe_dsa", .predicts = true, .own_vocabulary = true},
    {.model_type = "deepseek_v32", .predicts = true, .own_vocabulary = true},
    {.model_type = "nemotron_h", .and_those_after = true, .runs_alone = true, .rolls_back = true},
    {.model_type = "lfm2", .and_those_after = true, .runs_alone = true, .rolls_back = true},
    {.model_type = "RefinedWeb", .and_those_after = true, .quantised_higher = true},
};

} // namespace

const LlamaClass &llama_class(std::string_view model_type)
{
    const auto *const found = std::ranges::find_if(classes, [&](const LlamaClass &one) {
        return one.model_type == model_type || (one.and_those_after && model_type.starts_with(one.model_type));
    });
    return found == std::end(classes) ? plain : *found;
}

} // namespace plimsoll
