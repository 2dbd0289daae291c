// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/run_time.h"

#include "core/clock/serving_time.h"
#include "core/clock/step_time.h"
#include "core/estimate/learned.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/resolve/rollouts.h"

#include <algorithm>

namespace plimsoll {

std::string_view name_of(TimeBound bound)
{
    switch (bound) {
    case TimeBound::compute: return "compute";
    case TimeBound::memory: return "memory";
    case TimeBound::communication: return "communication";
    case TimeBound::host: return "host";
    }
    return "";
}

namespace {

/// A training's phases as its stages follow one another, each with those that make it up.
std::vector<Phase> order_of_run(const Plan &plan)
{
    std::vector<Phase> out;
    for (const Stage &stage : stages_of(plan)) {
        if (stage.act == Act::generate) out.push_back(Phase::prefill);
        if (stage.act == Act::backward) out.push_back(Phase::loss_backward);
        out.push_back(stage.phase);
        if (stage.act == Act::forward) out.push_back(Phase::loss);
    }
    return out;
}

/// Each figure learns from its own kind.
void learn_times(RunTime &time, const Plan &plan, const CardSpeed &speed, const std::string &card)
{
    std::size_t most = 0;
    const auto learn = [&](TimeRange &range, double LearnedRun::*figure) {
        const std::vector<double> measured = learned_times(plan, card, figure);
        if (measured.empty()) return;
        const Spread spread = learned_factors({range.low, range.high}, measured);
        range = {spread.low, spread.high};
        most = std::max(most, measured.size());
    };
    learn(time.range, &LearnedRun::time);
    if (time.serve) {
        learn(time.serve->prefill_range, &LearnedRun::prefill);
        learn(time.serve->output_range, &LearnedRun::output);
    }
    if (most > 0)
        time.assumptions.push_back(phrase(QT_TRANSLATE_NOOP("core", "time: %1 measured runs of %2 are in its interval"),
                                          {std::to_string(most), speed.name}));
}

} // namespace

std::optional<RunTime> time_of(const Estimate &estimate, const CardFacts &card)
{
    const std::optional<CardSpeed> speed = speed_of(card.name);
    if (!speed) return std::nullopt;
    const KernelTimes kernels = kernel_times(*speed, card);
    const Plan &plan = estimate.plan.plan;
    std::optional<RunTime> out;
    if (plan.task == Task::train) out = training_time(estimate, kernels, card);
    if (plan.task == Task::infer) out = serving_time(estimate, kernels, card);
    if (out && out->step) {
        const std::vector<Phase> order = order_of_run(plan);
        const auto place = [&](const PhaseTime &one) { return std::ranges::find(order, one.phase) - order.begin(); };
        std::ranges::stable_sort(out->step->phases, {}, place);
    }
    if (out) learn_times(*out, plan, *speed, card.name);
    const auto generates = [](const PhaseTime &one) { return one.phase == Phase::generate; };
    const bool told = out && out->step && std::ranges::any_of(out->step->phases, generates);
    const bool makes = plan.task == Task::train && (objective_of(plan).generates || generates_completions(plan) ||
                                                    (objective_of(plan).on_policy && plan.distillation.on_policy > 0));
    if (out && makes && !told && !generates_by_engine(plan))
        out->assumptions.push_back(phrase(
            QT_TRANSLATE_NOOP(
                "core",
                "time: completions are generated in a step of which no length is stated (%1, %2): those seconds are not in it"),
            {"rollout.prompt_length", "rollout.completion_length"}));
    if (out && makes && !told && generates_by_engine(plan))
        out->assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: %1 generates the completions, and its seconds are not in a step"),
                   {name_of(plan.rollout.engine)}));
    if (out && !speed->like.empty())
        out->assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: how fast %1 is, no source says; taken for %2"), {speed->name, speed->like}));
    else if (out && speed->source == PeakSource::of_class)
        out->assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: the peaks of %1 are those of its class, from no source"), {speed->name}));
    return out;
}

std::string why_no_time(const Estimate &estimate, const CardFacts &card)
{
    const Plan &plan = estimate.plan.plan;
    if (plan.task == Task::extract)
        return phrase(QT_TRANSLATE_NOOP("core", "time: none is told of the task %1"), {name_of(plan.task)});
    if (card.name.empty()) return phrase(QT_TRANSLATE_NOOP("core", "time: none without a card (%1)"), {"target.gpus"});
    const std::optional<CardSpeed> speed = speed_of(card.name);
    if (!speed)
        return phrase(QT_TRANSLATE_NOOP("core", "time: none, nobody states how fast memory and arithmetic of %1 are"),
                      {card.name});
    if (!estimate.lower_bound_reason.empty())
        return phrase(QT_TRANSLATE_NOOP("core", "time: none, not all that the run does is simulated: %1"),
                      {estimate.lower_bound_reason});
    if (plan.task == Task::infer && (!estimate.architecture || !estimate.architecture->decoder))
        return phrase(QT_TRANSLATE_NOOP("core", "time: none is told of serving a model that generates no text"));
    return phrase(QT_TRANSLATE_NOOP("core", "time: none, no rate of %1 is known in which this run computes"), {card.name});
}

std::optional<double> seconds_for_tokens(const RunTime &time, double tokens)
{
    const double rate = time.step ? time.tokens_per_second() : time.serve ? time.serve->output : 0;
    return rate > 0 ? std::optional(tokens / rate) : std::nullopt;
}

} // namespace plimsoll
