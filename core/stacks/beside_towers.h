// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// How a stack keeps adapters out of what stands beside a language model.
struct KeptOutOfTowers {
    std::string_view stack;  ///< as people write its name
    std::string_view source; ///< library, release and file
    std::string_view key;    ///< that says otherwise
};

/// The plan's targets as an expression that meets them in the language model alone. Nothing where the plan says which parts have
/// adapters (adapter.settings, images.tower, images.projector), where no tower is loaded with the model, and for targets "default".
[[nodiscard]] std::optional<TakenTargets> targets_beside_towers(const Plan &plan, const Architecture &model,
                                                                const KeptOutOfTowers &how);

} // namespace plimsoll
