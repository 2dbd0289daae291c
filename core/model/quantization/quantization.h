// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <nlohmann/json_fwd.hpp>

namespace plimsoll {

/// quantization_config of a configuration (or of the language model inside), also ChatGLM's quantization_bit and MLX's
/// `quantization`. Nothing where there is none. Throws Refusal (core/model/config/config.h) where it is malformed.
/// Method: what stands in quant_method ("bitsandbytes", "gptq", "awq", "fp8", "compressed-tensors", "mxfp4", …), modelopt's
/// with its kind ("modelopt_fp8", "modelopt_fp4").
[[nodiscard]] std::optional<ConfigQuantization> quantization_of(const nlohmann::json &config);

/// The rules of a configuration's quantisation: as they were read, or what method, bits and group alone say.
[[nodiscard]] std::shared_ptr<const QuantizationRules> rules_of(const ConfigQuantization &quantization);

/// The same for the language model alone, whose modules have lost "language_model." from their names.
[[nodiscard]] ConfigQuantization for_text_alone(const ConfigQuantization &quantization);

} // namespace plimsoll
