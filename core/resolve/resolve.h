// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/resolved_plan.h"

#include <string_view>

namespace plimsoll {

/// What "auto" makes of weights.dtype without anything else to go by: "bf16", "fp16" or "fp32".
[[nodiscard]] std::string_view native_dtype(const CardFacts &device);

/// Fills every field that is not in plan.given with what plan.stack does at the release the planner knows, and leads the plan
/// through the gate (core/resolve/gate.h). Errors name the field. Pure.
[[nodiscard]] Result<ResolvedPlan> resolve(const Plan &plan, const Architecture &architecture, const CardFacts &device = {});

/// The same plan without these checks: what is refused, as it would have been run.
[[nodiscard]] Plan with_defaults(const Plan &plan, const Architecture &architecture, const CardFacts &device = {});

} // namespace plimsoll
