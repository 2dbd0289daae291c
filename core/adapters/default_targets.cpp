// SPDX-License-Identifier: GPL-3.0-or-later
// peft 0.21.2, utils/constants.py: the tables that differ from LoRA's (core/model/lora/lora_rules.cpp).
#include "core/adapters/default_targets.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr MethodTargets ia3_targets_table[] = {
    {"t5", "k v wo"},
    {"mt5", "k v wi_1"},
    {"gpt2 gpt_bigcode", "c_attn mlp.c_proj"},
    {"bloom", "query_key_value mlp.dense_4h_to_h"},
    {"roberta bert", "key value output.dense"},
    {"opt", "q_proj k_proj fc2"},
    {"gptj", "q_proj v_proj fc_out"},
    {"gpt_neox RefinedWebModel RefinedWeb falcon", "query_key_value dense_4h_to_h"},
    {"gpt_neo", "q_proj v_proj c_proj"},
    {"bart phi", "q_proj v_proj fc2"},
    {"llama mistral", "k_proj v_proj down_proj"},
    {"llama4 gemma gemma2 gemma3_text qwen2 qwen3", "q_proj v_proj down_proj"},
    {"mixtral", "k_proj v_proj w2"},
    {"deberta-v2", "key_proj value_proj output.dense"},
    {"deberta", "in_proj output.dense"},
};
constexpr MethodTargets ia3_feedforward_table[] = {
    {"t5", "wo"},
    {"mt5", ""},
    {"gpt2 gpt_bigcode", "mlp.c_proj"},
    {"bloom", "mlp.dense_4h_to_h"},
    {"roberta bert deberta-v2 deberta", "output.dense"},
    {"opt bart phi", "fc2"},
    {"gptj", "fc_out"},
    {"gpt_neox RefinedWeb RefinedWebModel falcon", "dense_4h_to_h"},
    {"gpt_neo", "c_proj"},
    {"llama llama4 mistral gemma gemma2 gemma3_text qwen2 qwen3", "down_proj"},
    {"mixtral", "w2"},
};
constexpr MethodTargets beft_targets_table[] = {
    {"t5 mt5", "v"},
    {"roberta bert", "value"},
    {"opt gptj gpt_neo bart llama llama4 mistral mixtral phi gemma gemma2 gemma3_text qwen2 qwen3", "v_proj"},
    {"deberta-v2", "value_proj"},
};
constexpr MethodTargets adalora_targets_table[] = {
    {"t5", "q k v o wi wo"},
    {"mt5", "q k v o wi_0 wi_1 wo"},
    {"bart opt", "q_proj k_proj v_proj out_proj fc1 fc2"},
    {"gpt2 gpt_bigcode", "c_attn"},
    {"bloom gpt_neox", "query_key_value"},
    {"gptj gpt_neo llama llama4 gemma gemma2 gemma3_text qwen2 qwen3", "q_proj v_proj"},
    {"bert", "query value"},
    {"roberta", "query key value dense"},
    {"deberta-v2", "query_proj key_proj value_proj dense"},
    {"deberta", "in_proj"},
    {"nemotron_h", "q_proj k_proj v_proj o_proj"},
};
constexpr MethodTargets vblora_targets_table[] = {
    {"t5", "q k v o wi wo"},
    {"mt5", "q k v o wi_0 wi_1 wo"},
    {"bart opt", "q_proj k_proj v_proj out_proj fc1 fc2"},
    {"gpt2 gpt_bigcode", "c_attn"},
    {"bloom gpt_neox", "query_key_value"},
    {"gptj gpt_neo llama llama4 gemma gemma2 gemma3_text qwen2 qwen3", "q_proj v_proj"},
    {"bert roberta", "query value"},
    {"deberta-v2", "query_proj key_proj value_proj dense"},
    {"deberta", "in_proj"},
    {"nemotron_h", "q_proj k_proj v_proj o_proj"},
};
constexpr MethodTargets ln_tuning_targets_table[] = {
    {"llama mistral gemma", "input_layernorm post_attention_layernorm norm"},
    {"bloom falcon", "input_layernorm post_attention_layernorm ln_f"},
    {"llava", "multi_modal_projector input_layernorm post_attention_layernorm norm embed_tokens lm_head"},
    {"t5 mt5", "layer_norm final_layer_norm"},
    {"bart", "self_attn_layer_norm encoder_attn_layer_norm final_layer_norm"},
    {"gpt2", "ln_1 ln_2 ln_f"},
    {"blip-2", "layernorm LayerNorm final_layer_norm self_attn_layer_norm"},
    {"gptj", "ln_1 ln_f"},
    {"phi", "input_layernorm final_layernorm"},
    {"gemma2 gemma3_text", "input_layernorm post_attention_layernorm pre_feedforward_layernorm post_feedforward_layernorm norm"},
    {"qwen2 qwen3", "post_attention_layernorm"},
};
constexpr MethodTargets osf_targets_table[] = {
    {"llama llama4 mistral mixtral gemma gemma2 gemma3_text qwen2 qwen3 phi",
     "q_proj k_proj v_proj o_proj gate_proj down_proj up_proj"},
    {"gpt2 gpt_bigcode", "c_attn c_proj"},
    {"bloom gpt_neox falcon", "query_key_value dense_4h_to_h"},
    {"opt", "q_proj k_proj v_proj out_proj fc1 fc2"},
    {"gptj", "q_proj k_proj v_proj out_proj fc_in fc_out"},
};
constexpr MethodTargets waveft_targets_table[] = {
    {"t5 mt5", "q v"},
    {"bart opt gptj gpt_neo llama llama4 mistral mixtral stablelm gemma gemma2 gemma3_text qwen2 qwen3", "q_proj v_proj"},
    {"gpt2 gpt_bigcode", "mlp.c_proj"},
    {"bloom gpt_neox chatglm RefinedWebModel RefinedWeb falcon", "query_key_value"},
    {"blip-2", "q v q_proj v_proj"},
    {"bert roberta xlm-roberta electra layoutlm", "query value"},
    {"deberta-v2", "query_proj value_proj"},
    {"deberta", "in_proj"},
    {"mpt", "Wqkv"},
    {"codegen", "qkv_proj"},
    {"phi", "q_proj v_proj fc1 fc2"},
    {"nemotron_h", "q_proj k_proj v_proj o_proj"},
};

/// Whether a list with blanks between has the word.
bool lists(std::string_view list, std::string_view word)
{
    while (!list.empty()) {
        const auto blank = list.find(' ');
        if (list.substr(0, blank) == word) return true;
        list = blank == std::string_view::npos ? std::string_view{} : list.substr(blank + 1);
    }
    return false;
}

std::optional<std::string_view> find_targets(std::span<const MethodTargets> table, std::string_view model_type)
{
    const auto found = std::ranges::find_if(table, [&](const MethodTargets &row) { return lists(row.model_types, model_type); });
    return found == table.end() ? std::nullopt : std::optional(found->names);
}

} // namespace

std::optional<std::string_view> ia3_targets(std::string_view model_type) { return find_targets(ia3_targets_table, model_type); }
std::optional<std::string_view> ia3_feedforward(std::string_view model_type)
{
    return find_targets(ia3_feedforward_table, model_type);
}
std::optional<std::string_view> beft_targets(std::string_view model_type) { return find_targets(beft_targets_table, model_type); }
std::optional<std::string_view> adalora_targets(std::string_view model_type)
{
    return find_targets(adalora_targets_table, model_type);
}
std::optional<std::string_view> vblora_targets(std::string_view model_type)
{
    return find_targets(vblora_targets_table, model_type);
}
std::optional<std::string_view> ln_tuning_targets(std::string_view model_type)
{
    return find_targets(ln_tuning_targets_table, model_type);
}
std::optional<std::string_view> osf_targets(std::string_view model_type) { return find_targets(osf_targets_table, model_type); }
std::optional<std::string_view> waveft_targets(std::string_view model_type)
{
    return find_targets(waveft_targets_table, model_type);
}

} // namespace plimsoll
