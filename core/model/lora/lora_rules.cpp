// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/lora/lora_rules.h"

#include <algorithm>

namespace plimsoll {
namespace {

constexpr DefaultTargets defaults[] = {
    {"RefinedWeb", "query_key_value"},
    {"RefinedWebModel", "query_key_value"},
    {"bart", "q_proj v_proj"},
    {"bert", "query value"},
    {"blip-2", "q v q_proj v_proj"},
    {"bloom", "query_key_value"},
    {"btlm", "c_proj c_attn"},
    {"chatglm", "query_key_value"},
    {"codegen", "qkv_proj"},
    {"deberta", "in_proj"},
    {"deberta-v2", "query_proj value_proj"},
    {"electra", "query value"},
    {"falcon", "query_key_value"},
    {"gemma", "q_proj v_proj"},
    {"gemma2", "q_proj v_proj"},
    {"gemma3_text", "q_proj v_proj"},
    {"gemma4", R"(.*language_model\..*\.(q_proj|v_proj))", true},
    {"gpt-sw3", "c_attn"},
    {"gpt2", "c_attn"},
    {"gpt_bigcode", "c_attn"},
    {"gpt_neo", "q_proj v_proj"},
    {"gpt_neox", "query_key_value"},
    {"gptj", "q_proj v_proj"},
    {"layoutlm", "query value"},
    {"llama", "q_proj v_proj"},
    {"llama4", "q_proj v_proj"},
    {"mistral", "q_proj v_proj"},
    {"mixtral", "q_proj v_proj"},
    {"mpt", "Wqkv"},
    {"mt5", "q v"},
    {"nemotron_h", "q_proj k_proj v_proj o_proj"},
    {"opt", "q_proj v_proj"},
    {"phi", "q_proj v_proj fc1 fc2"},
    {"qwen2", "q_proj v_proj"},
    {"qwen3", "q_proj v_proj"},
    {"roberta", "query value"},
    {"rwkv", "key value receptance output"},
    {"rwkv7", "r_proj k_proj v_proj o_proj key value"},
    {"stablelm", "q_proj v_proj"},
    {"t5", "q v"},
    {"xlm-roberta", "query value"},
};
static_assert(std::ranges::is_sorted(defaults, {}, &DefaultTargets::model_type));

constexpr FusedExperts mixtral_experts[] = {
    {"gate", "gate.weight"}, {"w1", "gate_up_proj"}, {"w3", "gate_up_proj"}, {"w2", "down_proj"}};
constexpr FusedExperts qwen2_moe_experts[] = {
    {"gate", "gate.weight"}, {"gate_proj", "gate_up_proj"}, {"up_proj", "gate_up_proj"}, {"down_proj", "down_proj"}};

constexpr std::string_view mixtral_like[] = {"minimax", "minimax_m2", "mixtral"};
constexpr std::string_view qwen2_moe_like[] = {"afmoe",
                                               "beam",
                                               "cohere2_moe",
                                               "deepseek_v2",
                                               "deepseek_v3",
                                               "deepseek_v32",
                                               "dots1",
                                               "ernie4_5_moe",
                                               "exaone_moe",
                                               "flex_olmo",
                                               "glm4_moe",
                                               "glm4_moe_lite",
                                               "glm4v_moe",
                                               "glm_moe_dsa",
                                               "hunyuan_v1_moe",
                                               "longcat_flash",
                                               "mellum",
                                               "olmoe",
                                               "qwen3_moe",
                                               "qwen3_next",
                                               "qwen3_omni_moe",
                                               "qwen3_omni_moe_text",
                                               "qwen3_omni_moe_thinker",
                                               "solar_open"};
constexpr std::string_view mamba_types[] = {"falcon_h1", "falcon_mamba", "mamba", "mamba2", "nemotron_h"};

} // namespace

const DefaultTargets *default_lora_targets(std::string_view model_type)
{
    const auto found = std::ranges::lower_bound(defaults, model_type, {}, &DefaultTargets::model_type);
    return found != std::end(defaults) && found->model_type == model_type ? found : nullptr;
}

bool is_default_target(std::string_view name)
{
    return std::ranges::any_of(defaults, [name](const DefaultTargets &entry) {
        for (std::size_t at = entry.names.find(name); at != std::string_view::npos; at = entry.names.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            if ((at == 0 || entry.names[at - 1] == ' ') && (end == entry.names.size() || entry.names[end] == ' ')) return true;
        }
        return false;
    });
}

std::span<const FusedExperts> fused_experts(std::string_view model_type)
{
    if (std::ranges::binary_search(mixtral_like, model_type)) return mixtral_experts;
    if (std::ranges::binary_search(qwen2_moe_like, model_type)) return qwen2_moe_experts;
    return {};
}

bool refuses_mamba_target(std::string_view model_type, std::string_view last_name)
{
    return (last_name == "out_proj" || last_name == "conv1d") && std::ranges::binary_search(mamba_types, model_type);
}

} // namespace plimsoll
