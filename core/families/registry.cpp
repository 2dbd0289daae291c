// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/families.h"
#include "core/families/hybrids.h"
#include "core/families/recipe.h"
#include "core/families/remote.h"

#include <algorithm>
#include <vector>

namespace plimsoll {
namespace {

// Sorted by model type.
constexpr Family table[] = {
    {"RefinedWeb", "falcon", "FalconForCausalLM", describe_falcon},
    {"RefinedWebModel", "falcon", "FalconForCausalLM", describe_falcon},
    {"Yi", "llama", "YiForCausalLM", describe_llama},
    {"apertus", "apertus", "ApertusForCausalLM", describe_apertus},
    {"aquila", "llama", "AquilaForCausalLM", describe_llama},
    {"arcee", "arcee", "ArceeForCausalLM", describe_arcee},
    {"axk1", "axk1", "AXK1ForCausalLM", describe_axk1},
    {"baichuan", "baichuan", "BaichuanForCausalLM", describe_baichuan},
    {"bamba", "bamba", "BambaForCausalLM", describe_bamba},
    {"bart", "bart", "", describe_bart},
    {"bert", "bert", "", describe_bert},
    {"bloom", "bloom", "BloomForCausalLM", describe_bloom},
    {"camembert", "roberta", "", describe_roberta},
    {"chatglm", "chatglm", "ChatGLMForConditionalGeneration", describe_chatglm},
    {"clip", "clip", "", describe_clip},
    {"clip_text_model", "clip_text", "", describe_clip_text},
    {"clip_vision_model", "clip_vision", "", describe_clip_vision},
    {"cohere", "cohere", "CohereForCausalLM", describe_cohere},
    {"cohere2", "cohere2", "Cohere2ForCausalLM", describe_cohere2},
    {"cwm", "cwm", "CwmForCausalLM", describe_cwm},
    {"dbrx", "dbrx", "DbrxForCausalLM", describe_dbrx},
    {"deepseek", "deepseek", "DeepseekForCausalLM", describe_deepseek},
    {"deepseek_v2", "deepseek_v2", "DeepseekV2ForCausalLM", describe_deepseek_v2},
    {"deepseek_v3", "deepseek_v3", "DeepseekV3ForCausalLM", describe_deepseek_v3},
    {"deepseek_v32", "deepseek_v32", "DeepseekV32ForCausalLM", describe_deepseek_v32},
    {"distilbert", "distilbert", "", describe_distilbert},
    {"dots1", "dots1", "Dots1ForCausalLM", describe_dots1},
    {"ernie4_5", "ernie4_5", "Ernie4_5ForCausalLM", describe_ernie4_5},
    {"ernie4_5_moe", "ernie4_5_moe", "Ernie4_5_MoeForCausalLM", describe_ernie4_5_moe},
    {"exaone", "exaone", "ExaoneForCausalLM", describe_exaone},
    {"exaone4", "exaone4", "Exaone4ForCausalLM", describe_exaone4},
    {"falcon", "falcon", "FalconForCausalLM", describe_falcon},
    {"falcon_h1", "falcon_h1", "FalconH1ForCausalLM", describe_falcon_h1},
    {"falcon_mamba", "falcon_mamba", "FalconMambaForCausalLM", describe_falcon_mamba},
    {"flex_olmo", "flex_olmo", "FlexOlmoForCausalLM", describe_flex_olmo},
    {"gemma", "gemma", "GemmaForCausalLM", describe_gemma},
    {"gemma2", "gemma2", "Gemma2ForCausalLM", describe_gemma2},
    {"gemma3", "gemma3", "Gemma3ForConditionalGeneration", describe_gemma3},
    {"gemma3_text", "gemma3_text", "Gemma3ForCausalLM", describe_gemma3_text},
    {"gemma4", "gemma4", "Gemma4ForConditionalGeneration", describe_gemma4},
    {"gemma4_text", "gemma4_text", "Gemma4ForCausalLM", describe_gemma4_text},
    {"gemma4_unified_text", "gemma4_text", "Gemma4UnifiedForCausalLM", describe_gemma4_text},
    {"glm", "glm", "GlmForCausalLM", describe_glm},
    {"glm4", "glm4", "Glm4ForCausalLM", describe_glm4},
    {"glm4_moe", "glm4_moe", "Glm4MoeForCausalLM", describe_glm4_moe},
    {"glm4_moe_lite", "glm4_moe_lite", "Glm4MoeLiteForCausalLM", describe_glm4_moe_lite},
    {"glm4v", "glm4v", "Glm4vForConditionalGeneration", describe_glm4v},
    {"glm4v_moe", "glm4v_moe", "Glm4vMoeForConditionalGeneration", describe_glm4v_moe},
    {"glm4v_moe_text", "glm4v_moe_text", "Glm4MoeForCausalLM", describe_glm4v_moe_text},
    {"glm4v_text", "glm4v_text", "Glm4ForCausalLM", describe_glm4v_text},
    {"glm_moe_dsa", "glm_moe_dsa", "GlmMoeDsaForCausalLM", describe_glm_moe_dsa},
    {"gpt-sw3", "gpt2", "GPT2LMHeadModel", describe_gpt2},
    {"gpt2", "gpt2", "GPT2LMHeadModel", describe_gpt2},
    {"gpt_bigcode", "gpt_bigcode", "GPTBigCodeForCausalLM", describe_gpt_bigcode},
    {"gpt_neo", "gpt_neo", "GPTNeoForCausalLM", describe_gpt_neo},
    {"gpt_neox", "gpt_neox", "GPTNeoXForCausalLM", describe_gpt_neox},
    {"gpt_neox_reward_model", "gpt_neox_reward", "", describe_gpt_neox_reward},
    {"gpt_oss", "gpt_oss", "GptOssForCausalLM", describe_gpt_oss},
    {"gptj", "gptj", "GPTJForCausalLM", describe_gptj},
    {"granite", "granite", "GraniteForCausalLM", describe_granite},
    {"granitemoe", "granitemoe", "GraniteMoeForCausalLM", describe_granitemoe},
    {"granitemoehybrid", "granitemoehybrid", "GraniteMoeHybridForCausalLM", describe_granitemoehybrid},
    {"granitemoeshared", "granitemoeshared", "GraniteMoeSharedForCausalLM", describe_granitemoeshared},
    {"helium", "helium", "HeliumForCausalLM", describe_helium},
    {"hunyuan_v1_dense", "hunyuan_dense", "HunYuanDenseV1ForCausalLM", describe_hunyuan_dense},
    {"hunyuan_v1_moe", "hunyuan_moe", "HunYuanMoEV1ForCausalLM", describe_hunyuan_moe},
    {"idefics3", "idefics3", "Idefics3ForConditionalGeneration", describe_idefics3},
    {"internlm", "internlm", "InternLMForCausalLM", describe_internlm},
    {"internlm2", "internlm2", "InternLM2ForCausalLM", describe_internlm2},
    {"internlm3", "internlm3", "LlamaForCausalLM", describe_internlm3},
    {"internvl", "internvl", "InternVLForConditionalGeneration", describe_internvl},
    {"internvl_chat", "internvl_chat", "InternVLChatModel", describe_internvl_chat},
    {"jamba", "jamba", "JambaForCausalLM", describe_jamba},
    {"kimi_k2", "deepseek_v3", "DeepseekV3ForCausalLM", describe_deepseek_v3},
    {"kimi_k25", "kimi_k25", "Kimi_K25ForConditionalGeneration", describe_kimi_k25},
    {"lfm2", "lfm2", "Lfm2ForCausalLM", describe_lfm2},
    {"llama", "llama", "LlamaForCausalLM", describe_llama},
    {"llama4", "llama4", "Llama4ForConditionalGeneration", describe_llama4},
    {"llama4_text", "llama4_text", "Llama4ForCausalLM", describe_llama4_text},
    {"llava", "llava", "LlavaForConditionalGeneration", describe_llava},
    {"llava_next", "llava_next", "LlavaNextForConditionalGeneration", describe_llava_next},
    {"llava_onevision", "llava_onevision", "LlavaOnevisionForConditionalGeneration", describe_llava_onevision},
    {"mamba", "mamba", "MambaForCausalLM", describe_mamba},
    {"mamba2", "mamba2", "Mamba2ForCausalLM", describe_mamba2},
    {"mbart", "mbart", "", describe_mbart},
    {"mimo", "qwen2", "MiMoForCausalLM", describe_qwen2},
    {"mimo_v2_flash", "mimo_v2_flash", "MiMoV2FlashForCausalLM", describe_mimo_v2_flash},
    {"minicpm", "minicpm", "MiniCPMForCausalLM", describe_minicpm},
    {"minicpm3", "minicpm3", "MiniCPM3ForCausalLM", describe_minicpm3},
    {"minimax", "minimax", "MiniMaxForCausalLM", describe_minimax},
    {"minimax_m2", "minimax_m2", "MiniMaxM2ForCausalLM", describe_minimax_m2},
    {"ministral", "ministral", "MinistralForCausalLM", describe_ministral},
    {"ministral3", "ministral3", "Ministral3ForCausalLM", describe_ministral3},
    {"mistral", "mistral", "MistralForCausalLM", describe_mistral},
    {"mistral3", "mistral3", "Mistral3ForConditionalGeneration", describe_mistral3},
    {"mixformer-sequential", "phi_msft", "MixFormerSequentialForCausalLM", describe_phi_msft},
    {"mixtral", "mixtral", "MixtralForCausalLM", describe_mixtral},
    {"mllama", "mllama", "MllamaForConditionalGeneration", describe_mllama},
    {"mllama_text_model", "mllama_text", "MllamaForCausalLM", describe_mllama_text},
    {"mpt", "mpt", "MptForCausalLM", describe_mpt},
    {"mt5", "t5", "", describe_t5},
    {"nemotron", "nemotron", "NemotronForCausalLM", describe_nemotron},
    {"nemotron-nas", "nemotron_nas", "DeciLMForCausalLM", describe_nemotron_nas},
    {"nemotron_h", "nemotron_h", "NemotronHForCausalLM", describe_nemotron_h},
    {"olmo", "olmo", "OlmoForCausalLM", describe_olmo},
    {"olmo2", "olmo2", "Olmo2ForCausalLM", describe_olmo2},
    {"olmo3", "olmo3", "Olmo3ForCausalLM", describe_olmo3},
    {"olmoe", "olmoe", "OlmoeForCausalLM", describe_olmoe},
    {"opt", "opt", "OPTForCausalLM", describe_opt},
    {"orion", "orion", "OrionForCausalLM", describe_orion},
    {"ov_mamba", "mamba", "MambaForCausalLM", describe_mamba},
    {"paligemma", "paligemma", "PaliGemmaForConditionalGeneration", describe_paligemma},
    {"persimmon", "persimmon", "PersimmonForCausalLM", describe_persimmon},
    {"phi", "phi", "PhiForCausalLM", describe_phi},
    {"phi-msft", "phi_msft", "PhiForCausalLM", describe_phi_msft},
    {"phi3", "phi3", "Phi3ForCausalLM", describe_phi3},
    {"phi3_v", "phi3_v", "Phi3VForCausalLM", describe_phi3_v},
    {"phi3small", "phi3small", "Phi3SmallForCausalLM", describe_phi3small},
    {"phimoe", "phimoe", "PhimoeForCausalLM", describe_phimoe},
    {"qwen", "qwen1", "QWenLMHeadModel", describe_qwen1},
    {"qwen2", "qwen2", "Qwen2ForCausalLM", describe_qwen2},
    {"qwen2_5_vl", "qwen2_5_vl", "Qwen2_5_VLForConditionalGeneration", describe_qwen2_5_vl},
    {"qwen2_5_vl_text", "qwen2_5_vl_text", "Qwen2ForCausalLM", describe_qwen2_vl_text},
    {"qwen2_moe", "qwen2_moe", "Qwen2MoeForCausalLM", describe_qwen2_moe},
    {"qwen2_vl", "qwen2_vl", "Qwen2VLForConditionalGeneration", describe_qwen2_vl},
    {"qwen2_vl_text", "qwen2_vl_text", "Qwen2ForCausalLM", describe_qwen2_vl_text},
    {"qwen3", "qwen3", "Qwen3ForCausalLM", describe_qwen3},
    {"qwen3_5", "qwen3_5", "Qwen3_5ForConditionalGeneration", describe_qwen3_5},
    {"qwen3_5_moe", "qwen3_5_moe", "Qwen3_5MoeForConditionalGeneration", describe_qwen3_5_moe},
    {"qwen3_5_moe_text", "qwen3_5_moe_text", "Qwen3_5MoeForCausalLM", describe_qwen3_5_moe_text},
    {"qwen3_5_text", "qwen3_5_text", "Qwen3_5ForCausalLM", describe_qwen3_5_text},
    {"qwen3_moe", "qwen3_moe", "Qwen3MoeForCausalLM", describe_qwen3_moe},
    {"qwen3_next", "qwen3_next", "Qwen3NextForCausalLM", describe_qwen3_next},
    {"qwen3_omni_moe_text", "qwen3_omni_moe_text", "Qwen3MoeForCausalLM", describe_qwen3_moe},
    {"qwen3_vl", "qwen3_vl", "Qwen3VLForConditionalGeneration", describe_qwen3_vl},
    {"qwen3_vl_moe", "qwen3_vl_moe", "Qwen3VLMoeForConditionalGeneration", describe_qwen3_vl_moe},
    {"qwen3_vl_moe_text", "qwen3_vl_moe_text", "Qwen3MoeForCausalLM", describe_qwen3_moe},
    {"qwen3_vl_text", "qwen3_vl_text", "Qwen3ForCausalLM", describe_qwen3},
    {"recurrent_gemma", "recurrent_gemma", "RecurrentGemmaForCausalLM", describe_recurrent_gemma},
    {"roberta", "roberta", "", describe_roberta},
    {"seed_oss", "seed_oss", "SeedOssForCausalLM", describe_seed_oss},
    {"skywork", "llama", "SkyworkForCausalLM", describe_llama},
    {"smollm3", "smollm3", "SmolLM3ForCausalLM", describe_smollm3},
    {"smolvlm", "smolvlm", "SmolVLMForConditionalGeneration", describe_idefics3},
    {"solar_open", "solar_open", "SolarOpenForCausalLM", describe_solar_open},
    {"stablelm", "stablelm", "StableLmForCausalLM", describe_stablelm},
    {"stablelm_epoch", "stablelm", "StableLMEpochForCausalLM", describe_stablelm},
    {"starcoder2", "starcoder2", "Starcoder2ForCausalLM", describe_starcoder2},
    {"t5", "t5", "", describe_t5},
    {"umt5", "umt5", "", describe_umt5},
    {"vit", "vit", "", describe_vit},
    {"whisper", "whisper", "", describe_whisper},
    {"xlm-roberta", "roberta", "", describe_roberta},
    {"xverse", "llama", "XverseForCausalLM", describe_xverse},
};
static_assert(std::ranges::is_sorted(table, {}, &Family::model_type));

} // namespace

std::span<const Family> families()
{
    static const std::vector<Family> all = [] {
        std::vector<Family> out(std::begin(table), std::end(table));
        for (const Family &family : recipe_families())
            if (!std::ranges::binary_search(table, family.model_type, {}, &Family::model_type)) out.push_back(family);
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
