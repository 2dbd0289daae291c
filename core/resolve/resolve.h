// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/lines.h"
#include "core/model/loading/loaded_weights.h"
#include "core/plan/plan.h"
#include "core/ground/result.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What the card decides about a plan. Without a card the planner answers for compute capability 8.0 and says so.
struct DeviceFacts {
    std::string name; ///< catalogue name; empty: no card was named
    int capability_major = 8;
    int capability_minor = 0;
    int sm_count = 108; ///< multiprocessors (A100)
    int threads_per_sm = 2048;
    bool sm_count_known = true; ///< false: sm_count is that of the most similar card
    bool operator==(const DeviceFacts &) const = default;
};

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

/// What "auto" makes of weights.dtype without anything else to go by: "bf16", "fp16" or "fp32".
[[nodiscard]] std::string_view native_dtype(const DeviceFacts &device);

/// Fills every field that is not in plan.given with what plan.stack does at the release the planner knows, and leads the plan
/// through the gate (core/resolve/gate.h). Errors name the field. Pure.
[[nodiscard]] Result<ResolvedPlan> resolve(const Plan &plan, const Architecture &architecture, const DeviceFacts &device = {});

/// The same plan without these checks: what is refused, as it would have been run.
[[nodiscard]] Plan with_defaults(const Plan &plan, const Architecture &architecture, const DeviceFacts &device = {});

} // namespace plimsoll
