// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/hours/run_cost.h"

#include "core/api/hours/length_work.h"
#include "core/clock/step_time.h"
#include "core/fit/per_card.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/offers/offers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace plimsoll {

double tokens_of(const RunAmount &amount, const Plan &resolved)
{
    const ObjectiveKind &objective = objective_of(resolved);
    if (amount.lengths && resolved.task != Task::train) // what comes out, as long as stated
        return (amount.tokens ? *amount.tokens : *amount.rows * amount.lengths->tokens() / amount.lengths->count()) *
               amount.epochs;
    Count of_row = resolved.task == Task::train ? resolved.sequence_length : resolved.inference.new_tokens;
    if (resolved.task == Task::train) of_row *= objective.rows; // a pair is two
    if (resolved.task == Task::train && objective.generates)    // a row is a prompt
        of_row *= resolved.rollout.generations.value_or(objective.generations);
    return (amount.tokens ? *amount.tokens : amount.rows.value_or(0) * static_cast<double>(of_row)) * amount.epochs;
}

double tokens_trained(const RunAmount &amount, const Plan &resolved)
{
    const bool again = resolved.task == Task::train && objective_of(resolved).generates;
    return tokens_of(amount, resolved) * static_cast<double>(again ? std::max<Count>(1, resolved.rollout.iterations) : 1);
}

namespace {

/// Rows of an epoch over those whose lengths are stated.
double scale_of(const RunAmount &amount)
{
    const double stated = amount.tokens ? amount.lengths->tokens() : amount.lengths->count();
    return (amount.tokens ? *amount.tokens : amount.rows.value_or(stated)) / stated;
}

} // namespace

double steps_of_lengths(const RunAmount &amount, const LengthsTaken &taken, const Plan &resolved)
{
    const double of_step = rows_of_step(resolved) * static_cast<double>(std::max<Count>(1, resolved.parallel.data));
    return taken.sequences * scale_of(amount) * amount.epochs / of_step;
}

namespace {

/// An epoch ends with a step of what is left (transformers' Trainer, trainer.py: steps of an epoch rounded up, then those of all epochs).
double whole_steps(double steps, double epochs)
{
    constexpr double rounding = 1e-9;
    return std::ceil(epochs * std::ceil(steps / epochs - rounding) - rounding);
}

/// In the place of rows of the plan's length.
void take_lengths(RunCost &cost, const LengthsTaken &taken, double step_seconds, const Plan &resolved)
{
    const RunAmount &amount = cost.amount;
    cost.lengths = taken;
    cost.tokens = taken.rows * taken.mean * scale_of(amount) * amount.epochs * static_cast<double>(objective_of(resolved).rows);
    cost.steps = whole_steps(steps_of_lengths(amount, taken, resolved), amount.epochs);
    cost.hours = cost.steps * step_seconds * taken.step_share / 3600;
}

} // namespace

std::optional<RunCost> cost_of(const RunTime &time, const Plan &resolved, const RunAmount &amount)
{
    if (!amount.named()) return std::nullopt;
    const double trained = tokens_trained(amount, resolved);
    const std::optional<double> seconds = seconds_for_tokens(time, trained);
    if (!seconds) return std::nullopt;
    RunCost out;
    out.amount = amount;
    out.tokens = tokens_of(amount, resolved);
    out.hours = *seconds / 3600;
    out.range = time.range;
    if (time.step && time.step->tokens > 0) {
        out.steps = whole_steps(trained / time.step->tokens, amount.epochs);
        out.hours = out.steps * time.step->seconds / 3600;
        if (amount.lengths && time.lengths) take_lengths(out, *time.lengths, time.step->seconds, resolved);
    } else if (time.serve) { // of rates: the slowest takes longest
        out.range = {1 / time.serve->output_range.high, 1 / time.serve->output_range.low};
    }
    if (const std::optional<Rental> rental = cheapest_rental(time.card, time.cards, time.of_machine)) {
        out.usd = out.hours * rental->usd_per_hour;
        out.offer = rental->title() + ", " + rental->offer->price_date;
    }
    return out;
}

namespace {

/// The run on the other cards that the plan names, each alone.
std::vector<RunTime> times_elsewhere(const PlanAnswer &answer, const RunAmount &amount)
{
    std::vector<RunTime> out;
    PerCard per_card(answer.estimate);
    LengthWork lengths(amount);
    std::set<std::string> seen{answer.time->card};
    for (const Verdict &verdict : answer.verdicts) {
        const Result<GpuMatch> match = find_gpu(verdict.gpu);
        if (!match || !seen.insert(match->gpu->name).second) continue;
        const CardFacts facts = match->gpu->facts();
        const Estimate &here = per_card.on(facts);
        std::optional<RunTime> time = time_of(here, facts);
        if (!time) continue;
        if (amount.lengths) time->lengths = lengths.on(here, facts);
        time->cost = cost_of(*time, answer.estimate.plan.plan, amount);
        out.push_back(*std::move(time));
    }
    return out;
}

/// Of a card that is offered, only not with so many in a machine.
void say_no_price(RunTime &time)
{
    if (!time.cost || time.cost->usd || cheapest_offer(time.card) == nullptr) return;
    time.assumptions.push_back(
        phrase(QT_TRANSLATE_NOOP("core", "time: no price, as no machine with %1 of %2 is offered, which %3 "
                                         "takes for a node"),
               {std::to_string(time.of_machine), time.card, "parallel.gpus_per_node"}));
}

} // namespace

void add_cost(PlanAnswer &answer, const RunAmount &amount)
{
    if (answer.time && amount.lengths) answer.time->lengths = LengthWork(amount).on(answer.estimate, answer.estimate.device);
    for (Warning &warning :
         remarks_on_lengths(amount, answer.time ? answer.time->lengths : std::nullopt, answer.estimate.plan.plan))
        answer.estimate.warnings.push_back(std::move(warning));
    if (answer.time && amount.named() && answer.verdicts.size() > 1) answer.elsewhere = times_elsewhere(answer, amount);
    if (answer.time) answer.time->cost = cost_of(*answer.time, answer.estimate.plan.plan, amount);
    if (answer.time) say_no_price(*answer.time);
    if (!amount.named() || answer.time) return;
    std::string text = why_no_time(answer.estimate, answer.estimate.device);
    answer.estimate.warnings.push_back({"no_time", std::move(text), "target.gpus"});
}

} // namespace plimsoll
