// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// The targets of a stack that turns "all linear layers" into the names of the model's Linear modules itself, before PEFT sees them:
/// PEFT's own "all-linear" adds the names that a model's experts and router had before they were fused into parameters
/// (peft 0.21.2 utils/transformers_weight_conversion.py). Nothing for other targets, and for models that PEFT converts nothing of.
/// `title`: the stack as people write its name; `source`: library, release and file.
[[nodiscard]] std::optional<TakenTargets> targets_of_linears(const Plan &plan, const Architecture &model, std::string_view title,
                                                             std::string_view source);

} // namespace plimsoll
