// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/resolved_plan.h"

#include <optional>
#include <string>

namespace plimsoll {

/// What the name of a plan's model says of its weights where neither the plan nor a file does.
struct NamedQuant {
    std::string quant;              ///< weights.quant that is taken; empty: none
    std::string why;                ///< of `quant`
    std::optional<Warning> warning; ///< what is not sure of it, or why nothing was taken
};

/// Of a runner that reads GGUF files the type that the name says, of a repository without one what llama.cpp takes (common/download.cpp,
/// find_best_model: Q4_K_M first). Others follow the configuration: where it says of no quantisation and the name does, that is a warning.
[[nodiscard]] NamedQuant named_quant(const Plan &plan, const Architecture &architecture);

/// Whether weights.quant is what the model's name says, so that a configuration that was read decides how it is meant.
[[nodiscard]] bool is_named_quant(const Plan &plan);

} // namespace plimsoll
