// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <nlohmann/json_fwd.hpp>

namespace plimsoll {

/// quantization_config of a configuration (or of the language model inside), also ChatGLM's quantization_bit and MLX's
/// `quantization`. Nothing where there is none. Throws Refusal (core/model/config.h) where it is malformed.
/// Method: what stands in quant_method ("bitsandbytes", "gptq", "awq", "fp8", "compressed-tensors", "mxfp4", …), modelopt's
/// with its kind ("modelopt_fp8", "modelopt_fp4").
[[nodiscard]] std::optional<ConfigQuantization> quantization_of(const nlohmann::json &config);

/// True when the library leaves this module in 16 bit: listed in `not_converted` (transformers' should_convert_module: a
/// name that is, begins or ends with an entry, or matches it as a regular expression with the prefix "re:"), an embedding, a
/// norm, a router or the head.
[[nodiscard]] bool stays_unquantized(const ConfigQuantization &quantization, const Module &module,
                                     const std::string &output_embedding);

} // namespace plimsoll
