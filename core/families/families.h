// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

// One function per description; registry.cpp says which model types they stand for.
void describe_apertus(const Config &config, Draft &draft);
void describe_arcee(const Config &config, Draft &draft);
void describe_axk1(const Config &config, Draft &draft);
void describe_bart(const Config &config, Draft &draft);
void describe_bert(const Config &config, Draft &draft);
void describe_bloom(const Config &config, Draft &draft);
void describe_clip(const Config &config, Draft &draft);
void describe_clip_text(const Config &config, Draft &draft);
void describe_clip_vision(const Config &config, Draft &draft);
void describe_cohere(const Config &config, Draft &draft);
void describe_cohere2(const Config &config, Draft &draft);
void describe_cwm(const Config &config, Draft &draft);
void describe_deepseek_v2(const Config &config, Draft &draft);
void describe_deepseek_v3(const Config &config, Draft &draft);
void describe_deepseek_v32(const Config &config, Draft &draft);
void describe_distilbert(const Config &config, Draft &draft);
void describe_dots1(const Config &config, Draft &draft);
void describe_ernie4_5(const Config &config, Draft &draft);
void describe_ernie4_5_moe(const Config &config, Draft &draft);
void describe_exaone4(const Config &config, Draft &draft);
void describe_falcon(const Config &config, Draft &draft);
void describe_falcon_mamba(const Config &config, Draft &draft);
void describe_flex_olmo(const Config &config, Draft &draft);
void describe_gemma(const Config &config, Draft &draft);
void describe_gemma2(const Config &config, Draft &draft);
void describe_gemma3(const Config &config, Draft &draft);
void describe_gemma3_text(const Config &config, Draft &draft);
void describe_gemma4(const Config &config, Draft &draft);
void describe_gemma4_text(const Config &config, Draft &draft);
void describe_glm(const Config &config, Draft &draft);
void describe_glm4(const Config &config, Draft &draft);
void describe_glm4_moe(const Config &config, Draft &draft);
void describe_glm4v_moe_text(const Config &config, Draft &draft);
void describe_glm4_moe_lite(const Config &config, Draft &draft);
void describe_glm4v(const Config &config, Draft &draft);
void describe_glm4v_text(const Config &config, Draft &draft);
void describe_glm4v_moe(const Config &config, Draft &draft);
void describe_glm_moe_dsa(const Config &config, Draft &draft);
void describe_gpt2(const Config &config, Draft &draft);
void describe_gpt_bigcode(const Config &config, Draft &draft);
void describe_gpt_neo(const Config &config, Draft &draft);
void describe_gpt_neox(const Config &config, Draft &draft);
void describe_gpt_neox_reward(const Config &config, Draft &draft);
void describe_gpt_oss(const Config &config, Draft &draft);
void describe_gptj(const Config &config, Draft &draft);
void describe_granite(const Config &config, Draft &draft);
void describe_granitemoe(const Config &config, Draft &draft);
void describe_granitemoeshared(const Config &config, Draft &draft);
void describe_helium(const Config &config, Draft &draft);
void describe_hunyuan_dense(const Config &config, Draft &draft);
void describe_idefics3(const Config &config, Draft &draft);
void describe_internlm3(const Config &config, Draft &draft);
void describe_internvl(const Config &config, Draft &draft);
void describe_jamba(const Config &config, Draft &draft);
void describe_kimi_k25(const Config &config, Draft &draft);
void describe_llama(const Config &config, Draft &draft);
void describe_llama4(const Config &config, Draft &draft);
void describe_llama4_text(const Config &config, Draft &draft);
void describe_llava(const Config &config, Draft &draft);
void describe_llava_next(const Config &config, Draft &draft);
void describe_llava_onevision(const Config &config, Draft &draft);
void describe_mamba(const Config &config, Draft &draft);
void describe_mamba2(const Config &config, Draft &draft);
void describe_mbart(const Config &config, Draft &draft);
void describe_mimo_v2_flash(const Config &config, Draft &draft);
void describe_minicpm3(const Config &config, Draft &draft);
void describe_minimax_m2(const Config &config, Draft &draft);
void describe_ministral(const Config &config, Draft &draft);
void describe_mistral(const Config &config, Draft &draft);
void describe_mistral3(const Config &config, Draft &draft);
void describe_mixtral(const Config &config, Draft &draft);
void describe_mllama(const Config &config, Draft &draft);
void describe_mllama_text(const Config &config, Draft &draft);
void describe_mpt(const Config &config, Draft &draft);
void describe_nemotron(const Config &config, Draft &draft);
void describe_nemotron_h(const Config &config, Draft &draft);
void describe_olmo(const Config &config, Draft &draft);
void describe_olmo2(const Config &config, Draft &draft);
void describe_olmo3(const Config &config, Draft &draft);
void describe_olmoe(const Config &config, Draft &draft);
void describe_opt(const Config &config, Draft &draft);
void describe_paligemma(const Config &config, Draft &draft);
void describe_persimmon(const Config &config, Draft &draft);
void describe_phi(const Config &config, Draft &draft);
void describe_phi3(const Config &config, Draft &draft);
void describe_phimoe(const Config &config, Draft &draft);
void describe_qwen2(const Config &config, Draft &draft);
void describe_qwen2_vl_text(const Config &config, Draft &draft);
void describe_qwen2_5_vl(const Config &config, Draft &draft);
void describe_qwen2_moe(const Config &config, Draft &draft);
void describe_qwen2_vl(const Config &config, Draft &draft);
void describe_qwen3(const Config &config, Draft &draft);
void describe_qwen3_5(const Config &config, Draft &draft);
void describe_qwen3_5_moe(const Config &config, Draft &draft);
void describe_qwen3_5_moe_text(const Config &config, Draft &draft);
void describe_qwen3_5_text(const Config &config, Draft &draft);
void describe_qwen3_moe(const Config &config, Draft &draft);
void describe_qwen3_next(const Config &config, Draft &draft);
void describe_qwen3_vl(const Config &config, Draft &draft);
void describe_qwen3_vl_moe(const Config &config, Draft &draft);
void describe_roberta(const Config &config, Draft &draft);
void describe_seed_oss(const Config &config, Draft &draft);
void describe_smollm3(const Config &config, Draft &draft);
void describe_solar_open(const Config &config, Draft &draft);
void describe_stablelm(const Config &config, Draft &draft);
void describe_starcoder2(const Config &config, Draft &draft);
void describe_t5(const Config &config, Draft &draft);
void describe_umt5(const Config &config, Draft &draft);
void describe_vit(const Config &config, Draft &draft);
void describe_whisper(const Config &config, Draft &draft);

// Decoders that other families hold inside.
[[nodiscard]] DecoderSpec cohere2_decoder(const Config &config);
[[nodiscard]] DecoderSpec cohere_decoder(const Config &config);
[[nodiscard]] DecoderSpec deepseek_v3_decoder(const Config &config);
/// Multi-head latent attention (DeepSeek V2): kv_lora_rank, qk_nope_head_dim, …; `bias` of the projections to the ranks and out.
[[nodiscard]] AttentionSpec latent_attention(const Config &config, Count hidden, bool bias);
[[nodiscard]] DecoderSpec gemma2_decoder(const Config &config);
[[nodiscard]] DecoderSpec gemma3_decoder(const Config &config);
[[nodiscard]] DecoderSpec gemma_decoder(const Config &config);
[[nodiscard]] DecoderSpec glm4_moe_decoder(const Config &config);
[[nodiscard]] DecoderSpec gpt_neox_decoder(const Config &config);
[[nodiscard]] DecoderSpec granite_decoder(const Config &config);
[[nodiscard]] DecoderSpec phi3_decoder(const Config &config);
[[nodiscard]] DecoderSpec phi_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen2_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen2_moe_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen3_decoder(const Config &config);
[[nodiscard]] DecoderSpec qwen3_moe_decoder(const Config &config);

/// Gemma 3 keeps rotary tables per layer type and scales its embeddings.
[[nodiscard]] TreeOrder gemma3_order(const DecoderSpec &spec);

} // namespace plimsoll
