// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/run_cost.h"

#include "core/offers/offers.h"

#include <algorithm>

namespace plimsoll {

void add_cost(PlanAnswer &answer, const RunAmount &amount)
{
    if (!answer.time || !amount.named()) return;
    const Plan &plan = answer.estimate.plan.plan;
    const Count of_row = plan.task == Task::train ? plan.sequence_length : plan.inference.new_tokens;
    const double tokens = (amount.tokens ? *amount.tokens : *amount.rows * static_cast<double>(of_row)) * amount.epochs;
    const std::optional<double> seconds = seconds_for_tokens(*answer.time, tokens);
    if (!seconds) return;
    RunCost out;
    out.tokens = tokens;
    out.hours = *seconds / 3600;
    if (const CloudOffer *offer = cheapest_offer(answer.time->card); offer && offer->usd_per_hour) {
        const double each = *offer->usd_per_hour / std::max(offer->count, 1e-9);
        out.usd = out.hours * each * static_cast<double>(answer.time->cards);
        out.offer = title_of(*offer) + ", " + offer->price_date;
    }
    answer.time->cost = out;
}

} // namespace plimsoll
