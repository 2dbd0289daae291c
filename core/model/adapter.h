// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/dtype.h"

#include <string>
#include <vector>

namespace plimsoll {

/// LoRA as PEFT is told (peft 0.21 LoraConfig).
struct Adapter {
    Count rank = 16;
    double alpha = 32;
    double dropout = 0.0;
    /// {"all-linear"}, {"default"}, names, or one regular expression when `targets_regex`.
    std::vector<std::string> targets{"all-linear"};
    bool targets_regex = false;
    Dtype dtype = Dtype::fp32;
    bool dora = false;
    bool rslora = false;
    std::string bias = "none"; ///< none | all | lora_only
    std::vector<std::string> modules_to_save;
    std::vector<std::string> target_parameters; ///< PEFT's: bare parameters, such as fused experts, by the ends of their names
    bool operator==(const Adapter &) const = default;
};

} // namespace plimsoll
