// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/ground/lines.h"
#include "core/model/loading/loaded_weights.h"
#include "core/plan/plan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

struct Warning {
    std::string code; ///< stable: "unknown_field", "no_effect", …
    std::string text;
    std::string field = {};  ///< of the plan, that it is about; empty: the plan as a whole, or a setting of another kind
    std::string reason = {}; ///< of "no_effect": why, so that fields with the same reason are said together
    bool operator==(const Warning &) const = default;
};

struct ResolvedPlan {
    Plan plan;         ///< every field holds what will be simulated
    Lines assumptions; ///< one line per default taken: "optimizer.implementation: fused (transformers 5.23 with torch ≥ 2.8)"
    std::vector<Warning> warnings;
    std::optional<Loader> loader = {};                     ///< of weights that are quantised, by the plan or by the configuration
    std::shared_ptr<const LoadedWeights> loaded = nullptr; ///< what it makes of them; null: every parameter in weights.dtype
    std::string lower_bound_reason = {}; ///< what takes memory and is left out (core/resolve/gate.h); empty: nothing
    std::string why_dtype = {}; ///< where weights.dtype was "auto": "T4 has compute capability 7.5"; another card may get another
    bool operator==(const ResolvedPlan &) const = default;
};

} // namespace plimsoll
