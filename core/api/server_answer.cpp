// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/server_answer.h"

#include "core/cards/cluster.h"
#include "core/estimate/rollout_engine.h"
#include "core/fit/judged/judged_run.h"
#include "core/ground/phrase.h"
#include "core/plan/counted_card.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

/// Cards that are named for all engines together; nothing without any, and where an entry does not say how many.
std::optional<Count> cards_for_all(const Rollout &made)
{
    if (made.gpus.empty() || !std::ranges::all_of(made.gpus, says_count)) return std::nullopt;
    Count out = 0;
    for (const std::string &entry : made.gpus)
        if (const auto card = counted_card(entry)) out += card->count;
    return out;
}

Result<PlanAnswer> served_by(const Estimate &estimate, const Plan &plan)
{
    const Result<Cluster> cluster = cluster_of(plan.target);
    if (!cluster.ok()) return cluster.error();
    constexpr EstimateOptions quick{.timeline = false, .explain = false};
    Result<Estimate> made = plimsoll::estimate(estimate.architecture, plan, cluster->device(), quick);
    if (!made.ok()) return made.error();
    PlanAnswer out{{}, std::move(made).value(), {}};
    out.name = answer_name(out.estimate.plan.plan);
    out.verdicts = verdicts_on(out.estimate, *cluster);
    const Rollout &trained = estimate.plan.plan.rollout;
    if (const std::optional<Count> named = cards_for_all(trained))
        for (Verdict &verdict : out.verdicts) judge_copies(verdict, *named, trained.engines * trained.tensor);
    return out;
}

} // namespace

std::shared_ptr<const PlanAnswer> server_of(const Estimate &estimate, std::vector<Warning> &warnings, const Target &cards)
{
    Plan trained = estimate.plan.plan;
    if (trained.target.empty()) trained.target = cards;
    const std::optional<Plan> plan = plan_of_server(trained);
    if (!plan) return nullptr;
    Result<PlanAnswer> served = served_by(estimate, *plan);
    if (served.ok()) return std::make_shared<const PlanAnswer>(std::move(served).value());
    if (std::ranges::find(warnings, "rollout_server", &Warning::code) == warnings.end())
        warnings.push_back({"rollout_server",
                            phrase(QT_TRANSLATE_NOOP("core", "what the engine on other cards takes cannot be said: %1"),
                                   {served.error().message()}),
                            "rollout.gpus"});
    return nullptr;
}

} // namespace plimsoll
