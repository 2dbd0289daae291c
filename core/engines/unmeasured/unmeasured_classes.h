// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <string_view>

/// What the code of engines that were not measured does of one model that it does not of others, by model type or class.
namespace plimsoll {

namespace tgi { // text-generation-inference db931fcf

[[nodiscard]] bool defaults_to_bf16(std::string_view model_type);        ///< models/__init__.py, default_dtype
[[nodiscard]] bool keeps_attention_wide(std::string_view model_type);    ///< flash_llama_modeling.py, no_fp8
[[nodiscard]] bool forces_flash_decoding(std::string_view model_type);   ///< launcher/src/main.rs, resolve_attention
[[nodiscard]] bool has_own_code(std::string_view model_type);            ///< models/__init__.py, ModelType
[[nodiscard]] bool reads_method(std::string_view quant_method);          ///< models/__init__.py, get_model
[[nodiscard]] Count prefill_tokens_with_pictures(std::string_view type); ///< launcher/src/main.rs, default_optimal

} // namespace tgi

namespace tensorrt_llm {

/// docs/models/supported-models.md of 1.3, by the class of the configuration's `architectures`.
[[nodiscard]] bool lists_class(std::string_view class_name);

} // namespace tensorrt_llm

namespace exllama {

/// exllamav3 4f8ad012, architecture/: it raises on others.
[[nodiscard]] bool has_class(std::string_view class_name);
/// exllamav2 da07facd, architecture.py: others are read as LLaMA's.
[[nodiscard]] bool had_class(std::string_view class_name);

} // namespace exllama

namespace mlx { // mlx-lm d78bf58e

[[nodiscard]] bool has_model_type(std::string_view model_type);  ///< models/, and MODEL_REMAPPING
[[nodiscard]] bool rotates_windows(std::string_view model_type); ///< make_cache() has a RotatingKVCache for layers with a window
[[nodiscard]] bool caches_latent(std::string_view model_type);   ///< latent vectors, else every head's keys and values
[[nodiscard]] bool reads_method(std::string_view quant_method);  ///< utils.py, load_model
[[nodiscard]] bool unpacks_fp8(std::string_view model_type);     ///< sanitize() of its class turns FP8 blocks into bf16

} // namespace mlx

} // namespace plimsoll
