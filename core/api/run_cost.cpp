// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/run_cost.h"

#include "core/objectives/objectives.h"
#include "core/offers/offers.h"

#include <algorithm>

namespace plimsoll {

double tokens_of(const RunAmount &amount, const Plan &resolved)
{
    const ObjectiveKind &objective = objective_of(resolved);
    Count of_row = resolved.task == Task::train ? resolved.sequence_length : resolved.inference.new_tokens;
    if (resolved.task == Task::train) of_row *= objective.rows; // a pair is two
    if (resolved.task == Task::train && objective.generates)    // a row is a prompt
        of_row *= resolved.rollout.generations.value_or(objective.generations);
    return (amount.tokens ? *amount.tokens : amount.rows.value_or(0) * static_cast<double>(of_row)) * amount.epochs;
}

std::optional<RunCost> cost_of(const RunTime &time, const Plan &resolved, const RunAmount &amount)
{
    if (!amount.named()) return std::nullopt;
    const double tokens = tokens_of(amount, resolved);
    const std::optional<double> seconds = seconds_for_tokens(time, tokens);
    if (!seconds) return std::nullopt;
    RunCost out;
    out.amount = amount;
    out.tokens = tokens;
    out.hours = *seconds / 3600;
    const bool together = resolved.parallel.several(); // copies of a server are rented one by one
    if (const std::optional<Rental> rental = cheapest_rental(time.card, time.cards, together)) {
        out.usd = out.hours * rental->usd_per_hour;
        out.offer = rental->title() + ", " + rental->offer->price_date;
    }
    return out;
}

void add_cost(PlanAnswer &answer, const RunAmount &amount)
{
    if (answer.time) answer.time->cost = cost_of(*answer.time, answer.estimate.plan.plan, amount);
    if (amount.named() && !answer.time)
        answer.estimate.warnings.push_back({"no_time", why_no_time(answer.estimate, answer.estimate.device), "target.gpus"});
}

} // namespace plimsoll
