// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"

#include "core/estimate/unfelt.h"
#include "core/fit/per_card.h"
#include "core/fit/solver.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// What the plan's resolution says belongs to the answer as well; nothing is said twice.
template <class T>
void merge(std::vector<T> &into, const std::vector<T> &more)
{
    std::vector<T> out = more;
    for (T &line : into)
        if (std::ranges::find(more, line) == more.end()) out.push_back(std::move(line));
    into = std::move(out);
}

Result<std::vector<GpuMatch>> cards_named_by(const Plan &plan)
{
    std::vector<GpuMatch> cards;
    for (const std::string &name : plan.target.gpus) {
        Result<GpuMatch> found = find_gpu(name);
        if (!found.ok()) {
            Error error = found.error();
            error.field = "target.gpus";
            return error;
        }
        cards.push_back(*std::move(found));
    }
    return cards;
}

DeviceFacts facts_of(const std::vector<GpuMatch> &cards)
{
    return cards.empty() ? DeviceFacts{} : cards.front().gpu->facts();
}

void say_cards(Estimate &estimate, const std::vector<GpuMatch> &cards)
{
    if (cards.empty())
        estimate.assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1: none — workspaces, kernels and context are those of compute capability %2"),
                   {"target.gpus", "8.0"}));
    for (const GpuMatch &card : cards)
        if (!card.assumption.empty()) estimate.assumptions.push_back("target.gpus: " + card.assumption);
}

} // namespace

Result<DeviceFacts> device_of(const Plan &plan)
{
    const Result<std::vector<GpuMatch>> cards = cards_named_by(plan);
    return cards.ok() ? facts_of(*cards) : Result<DeviceFacts>(cards.error());
}

Result<PlanAnswer> answer(const ArchitectureRef &architecture, const Plan &plan, const EstimateOptions &options)
{
    const Result<std::vector<GpuMatch>> cards = cards_named_by(plan);
    if (!cards.ok()) return cards.error();
    Result<Estimate> made = estimate(architecture, plan, facts_of(*cards), options);
    if (!made.ok()) return made.error();
    PlanAnswer out{{}, std::move(made).value(), {}};
    out.name = answer_name(out.estimate.plan.plan);
    std::vector<std::string> assumptions = out.estimate.assumptions;
    merge(assumptions, out.estimate.plan.assumptions.all());
    out.estimate.assumptions = std::move(assumptions);
    merge(out.estimate.warnings, out.estimate.plan.warnings);
    merge(out.estimate.warnings, unfelt_fields(out.estimate));
    say_cards(out.estimate, *cards);
    Result<std::vector<Verdict>> verdicts = verdicts_for_target(out.estimate);
    if (!verdicts.ok()) return verdicts.error();
    out.verdicts = std::move(verdicts).value();
    return out;
}

void add_maxima(PlanAnswer &answer)
{
    const Estimator estimator = estimator_for(answer.estimate.architecture);
    const Estimator quick = quick_estimator_for(answer.estimate.architecture);
    Plan plan = answer.estimate.plan.plan;
    for (std::size_t i = 0; i < plan.target.gpus.size() && i < answer.verdicts.size(); ++i)
        if (const Result<GpuMatch> card = find_gpu(plan.target.gpus[i]); card.ok()) {
            if (dtype_was_auto(answer.estimate.plan)) // another dtype on another card
                plan.weights.dtype = *plan_enum<WeightDtype>(native_dtype(card->gpu->facts()));
            fill_maxima(answer.verdicts[i], estimator, plan, *card->gpu, quick);
        }
}

} // namespace plimsoll
