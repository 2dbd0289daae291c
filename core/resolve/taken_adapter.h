// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/field.h"
#include "core/plan/plan.h"
#include "core/plan/resolved_plan.h"
#include "core/runner/default.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// The plan's adapter as its method comes to it: settings that are fields, and what the method has where nobody says; adds what was
/// taken to `said`.
void take_adapter(Plan &plan, std::vector<std::string> &said);

struct TakenText {
    std::string value, why;
};
/// adapter.targets as the stack's own row has them. A list of modules that PEFT does not take on this model is not what anybody runs
/// there: all linear layers.
[[nodiscard]] TakenText own_targets(Plan plan, const Architecture &architecture, const Field &field, const TakenDefault &taken);

/// Targets as the plan's stack hands them to PEFT for this model, in place of the plan's; adds what was taken to `said`. What a person
/// must hear of it: code "targets_taken".
[[nodiscard]] std::optional<Warning> take_stacks_targets(Plan &plan, const Architecture &architecture,
                                                         std::vector<std::string> &said);

/// Why the library that runs this plan has no such adapter, or its forward fails; nothing where it runs.
[[nodiscard]] std::optional<Error> refused_adapter(const Plan &plan);

/// What of a step of this adapter is not counted; empty where all of it is.
[[nodiscard]] std::string left_out_of_adapter(const Plan &plan);

} // namespace plimsoll
