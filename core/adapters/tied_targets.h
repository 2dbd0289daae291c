// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/adapter.h"
#include "core/model/architecture.h"

#include <string_view>

namespace plimsoll {

class AdapterUse;

inline constexpr std::string_view tying_setting = "ensure_weight_tying"; ///< of adapter.settings

/// What `ensure_weight_tying` makes of an adapter (peft 0.21.2 tuners/tuners_utils.py, _check_tied_modules; tuners/lora/model.py,
/// _add_modules_to_save_to_tie, _add_targets_to_tie) where the model's head is its embedding and either of them is named.
struct TiedTargets {
    Adapter adapter;    ///< with the embedding in the head's place
    bool head = false;  ///< the head has an adapter of its own, whose matrices are the embedding's
    bool saved = false; ///< the head reads the copy of the embedding that trains
};

/// Nothing is tied where the setting is off, the head stands for itself, or PEFT knows neither by its name (EMBEDDING_LAYER_NAMES).
/// Error where the targets are no expression.
[[nodiscard]] Result<TiedTargets> tied_targets(const AdapterUse &use, const Architecture &architecture);

} // namespace plimsoll
