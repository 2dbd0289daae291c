// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/resolve/resolve.h"
#include "core/runner/read.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What becomes of one field of a plan.
struct Decision {
    Effect effect = Effect::counts;
    std::string why = {};      ///< of none and refused; of depends, where somebody knows why it may change nothing
    std::string accepted = {}; ///< of refused
};

/// What the runner of this plan makes of a field, whether it was set or not: counts, depends, none (with the reason) or refused
/// (with what is accepted). The only place that decides it. Nothing for a field that nobody decided about: a fault of the planner,
/// which a test holds to be none.
[[nodiscard]] std::optional<Decision> decision_on(std::string_view path, const Plan &plan);

/// Whether `path` takes part in this plan ("adapter.rank" only where an adapter trains).
[[nodiscard]] bool applies(std::string_view path, const Plan &plan);

/// Whether the runner of this plan refuses this value of a field ("inference.engine", "vllm") whatever else is set; why it does.
/// Windows grey it out by this.
[[nodiscard]] std::optional<std::string> always_refused(std::string_view path, std::string_view value, const Plan &plan);

/// The gate that every plan passes before it is simulated, over all fields. Error: names the field, what was read, what is accepted.
/// Warnings: "no_effect" for each field that was set to another value than it would have anyway and is not read, "not_simulated" for
/// what is taken as something near it, and what should be said of model and card.
struct Passage {
    std::vector<Warning> warnings;
    std::string lower_bound_reason; ///< not empty: something that takes memory is left out
};
/// `resolved`: every field is filled in; `resolved.given` names those that somebody set.
[[nodiscard]] Result<Passage> gate(const Plan &resolved, const Architecture &architecture, const CardFacts &device);

/// The first field whose value the plan's runner refuses whatever the model is; nothing where it takes them all. `resolved`: as for gate().
[[nodiscard]] std::optional<Error> refused_by_runner(const Plan &resolved);

/// "adapter.rank: without effect, nothing is trained", code "no_effect".
[[nodiscard]] Warning without_effect(std::string_view path, std::string reason);

/// One sentence for all warnings of code "no_effect": "Without effect here: adapter.rank, adapter.alpha (nothing is trained);
/// libraries.trl (…)". Empty where there are none.
[[nodiscard]] std::string idle_fields(const std::vector<Warning> &warnings);

} // namespace plimsoll
