// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <string>

namespace plimsoll {

/// The model as engines are told it.
struct ModelArgument {
    std::string model;    ///< Hub id without its revision, or the folder or GGUF file
    std::string revision; ///< of the Hub id, where it names one
    bool is_hub = false;
    bool is_gguf = false; ///< one file of llama.cpp's
    std::string name;     ///< its last part: "Qwen2.5-7B-Instruct"
};

/// A preset is its Hub id, a configuration the folder it lies in. Error: the plan holds the configuration itself, which no engine can
/// load weights from, or no model.
[[nodiscard]] Result<ModelArgument> model_argument(const Plan &plan);

} // namespace plimsoll
