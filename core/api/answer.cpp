// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer.h"

#include "core/api/cards/card_warnings.h"
#include "core/api/server_answer.h"
#include "core/api/time_fields.h"
#include "core/clock/run_time.h"
#include "core/estimate/fields_without_effect.h"
#include "core/fit/per_card.h"
#include "core/fit/mixed/mixed_cards.h"
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

Result<Cluster> cluster_named_by(const Plan &plan)
{
    Result<Cluster> cluster = cluster_of(plan.target);
    if (cluster.ok()) return cluster;
    Error error = cluster.error();
    error.field = "target.gpus";
    return error;
}

void say_cards(std::vector<std::string> &assumptions, const Cluster &cluster)
{
    if (std::ranges::none_of(cluster.nodes, &Node::card))
        assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1: none — workspaces, kernels and context are those of compute capability %2"),
                   {"target.gpus", "8.0"}));
    for (const Node &node : cluster.nodes)
        if (!node.assumption.empty()) assumptions.push_back("target.gpus: " + node.assumption);
}

} // namespace

Result<CardFacts> device_of(const Plan &plan)
{
    const Result<Cluster> cluster = cluster_named_by(plan);
    return cluster.ok() ? cluster->device() : Result<CardFacts>(cluster.error());
}

Remarks remarks_on(const Estimate &estimate, const Cluster &cluster, const std::vector<Warning> &without_effect_found)
{
    Remarks out{estimate.assumptions, estimate.warnings};
    merge(out.assumptions, estimate.plan.assumptions.all());
    merge(out.warnings, estimate.plan.warnings);
    merge(out.warnings, without_effect_found);
    say_cards(out.assumptions, cluster);
    merge(out.warnings, card_warnings(estimate, with_ranks(cluster, estimate.plan.plan)));
    return out;
}

Result<PlanAnswer> answer(const ArchitectureRef &architecture, const Plan &plan, const EstimateOptions &options)
{
    const Result<Cluster> cluster = cluster_named_by(plan);
    if (!cluster.ok()) return cluster.error();
    Result<Estimate> made = estimate(architecture, plan, cluster->device(), options);
    if (!made.ok()) return made.error();
    PlanAnswer out{{}, std::move(made).value(), {}};
    out.name = answer_name(out.estimate.plan.plan);
    Remarks remarks = remarks_on(out.estimate, *cluster,
                                 out.estimate.usual_slack ? std::vector<Warning>() : fields_without_effect(out.estimate));
    out.estimate.assumptions = std::move(remarks.assumptions);
    out.estimate.warnings = std::move(remarks.warnings);
    out.verdicts = verdicts_on(out.estimate, *cluster);
    out.server = server_of(out.estimate, out.estimate.warnings);
    if (options.time) out.time = time_of(out.estimate, out.estimate.device);
    if (out.time) tell_what_changes_time(out.estimate.warnings, out.estimate, *out.time);
    if (out.time)
        for (const std::string &line : out.time->assumptions) out.estimate.assumptions.push_back(line);
    else if (options.time && !out.estimate.device.name.empty())
        out.estimate.assumptions.push_back(why_no_time(out.estimate, out.estimate.device));
    return out;
}

void add_maxima(PlanAnswer &answer)
{
    const Estimator estimator = estimator_for(answer.estimate.architecture);
    const Estimator quick = quick_estimator_for(answer.estimate.architecture);
    Plan plan = answer.estimate.plan.plan;
    const Result<Cluster> named = cluster_of(plan.target);
    if (!named.ok()) return;
    const Cluster cluster = with_ranks(*named, plan);
    const Verdict *least_batch = nullptr, *least_length = nullptr; // of the cards of one run
    const auto smaller = [](const Verdict &a, const Verdict *b, std::optional<Count> Verdict::*field) {
        return !b || (a.*field).value_or(0) < (b->*field).value_or(0);
    };
    for (std::size_t i = 0; i < cluster.nodes.size() && i < answer.verdicts.size(); ++i) {
        const Node &node = cluster.nodes[i];
        if (node.card == nullptr) continue;
        if (dtype_was_auto(answer.estimate.plan)) // another dtype on another card
            plan.weights.dtype = *plan_enum<WeightDtype>(native_dtype(node.facts));
        Verdict &verdict = answer.verdicts[i];
        fill_maxima(verdict, estimator, plan, node, quick);
        if (!node.own_ranks) continue;
        if (smaller(verdict, least_batch, &Verdict::max_micro_batch)) least_batch = &verdict;
        if (smaller(verdict, least_length, &Verdict::max_sequence_length)) least_length = &verdict;
    }
    if (!least_batch || !least_length) return;
    const std::optional<Count> batch = least_batch->max_micro_batch, length = least_length->max_sequence_length;
    for (Verdict &verdict : answer.verdicts) {
        if (!verdict.own_ranks) continue;
        verdict.max_micro_batch = batch;
        verdict.max_sequence_length = length;
    }
}

} // namespace plimsoll
