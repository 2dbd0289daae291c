// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

namespace plimsoll {

/// A place among the names of PEFT's methods (core/model/adapter_names.h), 0 where nobody chose. What each of them makes and keeps
/// says core/adapters, and nothing else tells one from another.
enum class AdapterName : std::uint8_t {};

/// An adapter as PEFT is told (peft 0.21 LoraConfig and the configs of its other methods).
struct Adapter {
    AdapterName type{};
    std::string settings; ///< of the method alone, by PEFT's own keys: a JSON object; empty: none
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
    bool converts = true; ///< PEFT turns names of experts that are fused into parameters, each name with a rank of its own
    bool operator==(const Adapter &) const = default;
};

} // namespace plimsoll
