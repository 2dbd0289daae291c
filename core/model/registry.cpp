// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/families/families.h"

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

// Sorted by model type.
constexpr Family table[] = {
    {"RefinedWeb", "falcon", "FalconForCausalLM", describe_falcon},
    {"RefinedWebModel", "falcon", "FalconForCausalLM", describe_falcon},
    {"apertus", "apertus", "ApertusForCausalLM", describe_apertus},
    {"arcee", "arcee", "ArceeForCausalLM", describe_arcee},
    {"axk1", "axk1", "AXK1ForCausalLM", describe_axk1},
    {"bloom", "bloom", "BloomForCausalLM", describe_bloom},
    {"cohere", "cohere", "CohereForCausalLM", describe_cohere},
    {"cohere2", "cohere2", "Cohere2ForCausalLM", describe_cohere2},
    {"cwm", "cwm", "CwmForCausalLM", describe_cwm},
    {"deepseek_v2", "deepseek_v2", "DeepseekV2ForCausalLM", describe_deepseek_v2},
    {"deepseek_v3", "deepseek_v3", "DeepseekV3ForCausalLM", describe_deepseek_v3},
    {"deepseek_v32", "deepseek_v32", "DeepseekV32ForCausalLM", describe_deepseek_v32},
    {"dots1", "dots1", "Dots1ForCausalLM", describe_dots1},
    {"ernie4_5", "ernie4_5", "Ernie4_5ForCausalLM", describe_ernie4_5},
    {"ernie4_5_moe", "ernie4_5_moe", "Ernie4_5_MoeForCausalLM", describe_ernie4_5_moe},
    {"exaone4", "exaone4", "Exaone4ForCausalLM", describe_exaone4},
    {"falcon", "falcon", "FalconForCausalLM", describe_falcon},
    {"flex_olmo", "flex_olmo", "FlexOlmoForCausalLM", describe_flex_olmo},
    {"gemma", "gemma", "GemmaForCausalLM", describe_gemma},
    {"gemma2", "gemma2", "Gemma2ForCausalLM", describe_gemma2},
    {"gemma3_text", "gemma3_text", "Gemma3ForCausalLM", describe_gemma3_text},
    {"glm", "glm", "GlmForCausalLM", describe_glm},
    {"glm4", "glm4", "Glm4ForCausalLM", describe_glm4},
    {"glm4_moe", "glm4_moe", "Glm4MoeForCausalLM", describe_glm4_moe},
    {"glm4_moe_lite", "glm4_moe_lite", "Glm4MoeLiteForCausalLM", describe_glm4_moe_lite},
    {"glm_moe_dsa", "glm_moe_dsa", "GlmMoeDsaForCausalLM", describe_glm_moe_dsa},
    {"gpt2", "gpt2", "GPT2LMHeadModel", describe_gpt2},
    {"gpt_bigcode", "gpt_bigcode", "GPTBigCodeForCausalLM", describe_gpt_bigcode},
    {"gpt_neo", "gpt_neo", "GPTNeoForCausalLM", describe_gpt_neo},
    {"gpt_neox", "gpt_neox", "GPTNeoXForCausalLM", describe_gpt_neox},
    {"gpt_neox_reward_model", "gpt_neox_reward", "", describe_gpt_neox_reward},
    {"gpt_oss", "gpt_oss", "GptOssForCausalLM", describe_gpt_oss},
    {"gptj", "gptj", "GPTJForCausalLM", describe_gptj},
    {"granite", "granite", "GraniteForCausalLM", describe_granite},
    {"granitemoe", "granitemoe", "GraniteMoeForCausalLM", describe_granitemoe},
    {"granitemoeshared", "granitemoeshared", "GraniteMoeSharedForCausalLM", describe_granitemoeshared},
    {"helium", "helium", "HeliumForCausalLM", describe_helium},
    {"hunyuan_v1_dense", "hunyuan_dense", "HunYuanDenseV1ForCausalLM", describe_hunyuan_dense},
    {"internlm3", "internlm3", "LlamaForCausalLM", describe_internlm3},
    {"kimi_k2", "deepseek_v3", "DeepseekV3ForCausalLM", describe_deepseek_v3},
    {"llama", "llama", "LlamaForCausalLM", describe_llama},
    {"minicpm3", "minicpm3", "MiniCPM3ForCausalLM", describe_minicpm3},
    {"minimax_m2", "minimax_m2", "MiniMaxM2ForCausalLM", describe_minimax_m2},
    {"ministral", "ministral", "MinistralForCausalLM", describe_ministral},
    {"ministral3", "mistral", "Ministral3ForCausalLM", describe_mistral},
    {"mistral", "mistral", "MistralForCausalLM", describe_mistral},
    {"mixtral", "mixtral", "MixtralForCausalLM", describe_mixtral},
    {"mpt", "mpt", "MptForCausalLM", describe_mpt},
    {"nemotron", "nemotron", "NemotronForCausalLM", describe_nemotron},
    {"olmo", "olmo", "OlmoForCausalLM", describe_olmo},
    {"olmo2", "olmo2", "Olmo2ForCausalLM", describe_olmo2},
    {"olmo3", "olmo3", "Olmo3ForCausalLM", describe_olmo3},
    {"olmoe", "olmoe", "OlmoeForCausalLM", describe_olmoe},
    {"opt", "opt", "OPTForCausalLM", describe_opt},
    {"persimmon", "persimmon", "PersimmonForCausalLM", describe_persimmon},
    {"phi", "phi", "PhiForCausalLM", describe_phi},
    {"phi3", "phi3", "Phi3ForCausalLM", describe_phi3},
    {"phimoe", "phimoe", "PhimoeForCausalLM", describe_phimoe},
    {"qwen2", "qwen2", "Qwen2ForCausalLM", describe_qwen2},
    {"qwen2_moe", "qwen2_moe", "Qwen2MoeForCausalLM", describe_qwen2_moe},
    {"qwen3", "qwen3", "Qwen3ForCausalLM", describe_qwen3},
    {"qwen3_moe", "qwen3_moe", "Qwen3MoeForCausalLM", describe_qwen3_moe},
    {"seed_oss", "seed_oss", "SeedOssForCausalLM", describe_seed_oss},
    {"smollm3", "smollm3", "SmolLM3ForCausalLM", describe_smollm3},
    {"solar_open", "solar_open", "SolarOpenForCausalLM", describe_solar_open},
    {"stablelm", "stablelm", "StableLmForCausalLM", describe_stablelm},
    {"starcoder2", "starcoder2", "Starcoder2ForCausalLM", describe_starcoder2},
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
