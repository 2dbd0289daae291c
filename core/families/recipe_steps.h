// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/family.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// The step of a model whose modules a recipe lists: by model type, from the same configuration. Names are the recipe's.
/// A type that is not described keeps what stands in `draft`.
void describe_recipe_step(const Config &config, const std::string &model_type, Draft &draft);

/// Whose lines run that step; null: LLaMA's.
[[nodiscard]] RunsAs recipe_runs(std::string_view model_type);

// One for each model type; `tree` is what the recipe built (transformers 5.23, models/*/modeling_*.py).
[[nodiscard]] DecoderSpec vaultgemma_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec jais2_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec nanochat_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec exaone_moe_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec biogpt_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec lfm2_moe_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec cohere2_moe_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec afmoe_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec bitnet_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec codegen_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec gemma3n_text_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec gpt_neox_japanese_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec granite_swa_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec granitemoe_swa_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec olmo_hybrid_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec openai_gpt_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec phi4_multimodal_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec deepseek_vl_v2_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec diffllama_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec iquestcoder_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec kimi_linear_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec mellum_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec mistral4_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec molmo_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec xglm_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec aria_text_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec emu3_text_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec hy_v3_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec hyperclovax_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec kolibri1_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec laguna_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec lfm3_step(const Config &config, const Tree &tree);
[[nodiscard]] DecoderSpec youtu_step(const Config &config, const Tree &tree);

// Of those with lines of their own.
void run_as_afmoe(const Config &config, DecoderSpec &spec);
void run_as_biogpt(const Config &config, DecoderSpec &spec);
void run_as_codegen(const Config &config, DecoderSpec &spec);
void run_as_cohere2_moe(const Config &config, DecoderSpec &spec);
void run_as_diffllama(const Config &config, DecoderSpec &spec);
void run_as_exaone_moe(const Config &config, DecoderSpec &spec);
void run_as_gemma3n(const Config &config, DecoderSpec &spec);
void run_as_gpt_neox_japanese(const Config &config, DecoderSpec &spec);
void run_as_granite_swa(const Config &config, DecoderSpec &spec);
void run_as_hy_v3(const Config &config, DecoderSpec &spec);
void run_as_kolibri1(const Config &config, DecoderSpec &spec);
void run_as_laguna(const Config &config, DecoderSpec &spec);
void run_as_lfm3(const Config &config, DecoderSpec &spec);
void run_as_mistral4(const Config &config, DecoderSpec &spec);
void run_as_molmo(const Config &config, DecoderSpec &spec);
void run_as_nanochat(const Config &config, DecoderSpec &spec);
void run_as_olmo_hybrid(const Config &config, DecoderSpec &spec);
void run_as_openai_gpt(const Config &config, DecoderSpec &spec);
void run_as_phi4_multimodal(const Config &config, DecoderSpec &spec);
void run_as_xglm(const Config &config, DecoderSpec &spec);

} // namespace plimsoll
