// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/amount/run_amount.h"
#include "core/report/plan_answer.h"

#include <optional>

namespace plimsoll {

/// Tokens of all epochs; 0: no amount is named. Rows are of the plan's length, which is resolved; of pairs each is
/// two; where the model makes its completions itself, prompts, each with all of its completions. Of a serving whose lengths are stated,
/// those of what it writes.
[[nodiscard]] double tokens_of(const RunAmount &amount, const Plan &resolved);
/// Those tokens as often as steps go over them: where the model makes its completions itself, each batch rollout.iterations times (TRL
/// 1.16, trainer/utils.py: RepeatSampler's repeat_count).
[[nodiscard]] double tokens_trained(const RunAmount &amount, const Plan &resolved);
/// Steps of all epochs of such rows, not rounded.
[[nodiscard]] double steps_of_lengths(const RunAmount &amount, const LengthsTaken &taken, const Plan &resolved);
/// Hours on the time's cards, of a training for whole steps, and dollars of the cheapest machines that have them (cheapest_rental).
/// Nothing where no amount is named, or its time is not known.
[[nodiscard]] std::optional<RunCost> cost_of(const RunTime &time, const Plan &resolved, const RunAmount &amount);
/// The same into the answer's time, and the times of other cards that the plan names beside it. Where no time is known, a warning says why.
void add_cost(PlanAnswer &answer, const RunAmount &amount);

} // namespace plimsoll
