// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// What somebody else calls an optimizer, where a plan may say it so: the words of transformers 5.23 (training_args.py,
/// OptimizerNames), and torch.optim's and torchao's classes with their package in front.
struct OptimizerWord {
    std::string_view word; ///< "galore_adamw_layerwise"
    std::string_view name; ///< "galore"
    std::optional<OptimizerImplementation> implementation = {};
    bool in_backward = false;
};
/// Nothing for the names themselves, and for what nobody says.
[[nodiscard]] std::optional<OptimizerWord> optimizer_word_of(std::string_view text);

} // namespace plimsoll
