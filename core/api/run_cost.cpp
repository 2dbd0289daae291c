// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/run_cost.h"

#include "core/objectives/objectives.h"
#include "core/offers/offers.h"

#include <algorithm>

namespace plimsoll {

std::optional<RunCost> cost_of(const RunTime &time, const Plan &resolved, const RunAmount &amount)
{
    if (!amount.named()) return std::nullopt;
    const ObjectiveKind &objective = objective_of(resolved);
    Count of_row = resolved.task == Task::train ? resolved.sequence_length : resolved.inference.new_tokens;
    if (resolved.task == Task::train && objective.generates) // a row is a prompt
        of_row *= resolved.rollout.generations.value_or(objective.generations);
    const double tokens = (amount.tokens ? *amount.tokens : *amount.rows * static_cast<double>(of_row)) * amount.epochs;
    const std::optional<double> seconds = seconds_for_tokens(time, tokens);
    if (!seconds) return std::nullopt;
    RunCost out;
    out.amount = amount;
    out.tokens = tokens;
    out.hours = *seconds / 3600;
    if (const CloudOffer *offer = cheapest_offer(time.card); offer && offer->usd_per_hour) {
        const double each = *offer->usd_per_hour / std::max(offer->count, 1e-9);
        out.usd = out.hours * each * static_cast<double>(time.cards);
        out.offer = title_of(*offer) + ", " + offer->price_date;
    }
    return out;
}

void add_cost(PlanAnswer &answer, const RunAmount &amount)
{
    if (answer.time) answer.time->cost = cost_of(*answer.time, answer.estimate.plan.plan, amount);
}

} // namespace plimsoll
