// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

#include <span>
#include <string_view>

namespace plimsoll {

/// PEFT's default targets of a model type: module names, or one regular expression. Empty: PEFT has none.
/// Source: peft 0.21.2, utils/constants.py, TRANSFORMERS_MODELS_TO_LORA_TARGET_MODULES_MAPPING.
struct DefaultTargets {
    std::string_view model_type;
    std::string_view names; ///< separated by blanks
    bool regex = false;
};
[[nodiscard]] const DefaultTargets *default_lora_targets(std::string_view model_type);

/// Whether PEFT's table has this module's name for any model type.
[[nodiscard]] bool is_default_target(std::string_view name);

/// Model types whose experts were separate Linear modules in transformers 4 and are fused parameters in 5: PEFT turns
/// targets that name the old modules into targets of the parameters. Source: transformers 5.23, conversion_mapping.py
/// (_MODEL_TO_CONVERSION_PATTERN); peft 0.21.2, utils/transformers_weight_conversion.py.
struct FusedExperts {
    std::string_view old_name;
    std::string_view parameter;
};
[[nodiscard]] std::span<const FusedExperts> fused_experts(std::string_view model_type);

/// Mamba types, whose out_proj and conv1d PEFT refuses (peft 0.21.2, tuners_utils.py, _check_lora_target_modules_mamba).
[[nodiscard]] bool refuses_mamba_target(std::string_view model_type, std::string_view last_name);

} // namespace plimsoll
