// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"

#include "core/api/hours/run_cost.h"
#include "core/api/server_answer.h"
#include "core/api/threads.h"
#include "core/cards/cluster.h"
#include "core/cards/gpu_catalogue.h"
#include "core/estimate/fields_without_effect.h"
#include "core/load/load_named.h"
#include "core/resolve/loading.h"
#include "core/resolve/rollouts.h"

namespace plimsoll {

namespace {

/// Without timeline and explanations; other models than the plan's are read by their names. `replays`: the allocator.
Estimator estimator_of_any_model(const ModelReference &own, const ArchitectureRef &model, bool replays = true)
{
    auto models = std::make_shared<KnownModels>();
    models->remember(own, model);
    return [models, replays](const Plan &plan, const CardFacts &device) -> Result<Estimate> {
        const Result<ArchitectureRef> asked = models->load_for(plan);
        if (!asked.ok()) return asked.error();
        return estimate(*asked, plan, device, {.timeline = false, .allocator = replays, .explain = false, .time = replays});
    };
}

} // namespace

Planner::Planner(PlannerParts parts)
    : m_models(std::move(parts.read), std::move(parts.fetch), parts.keeping), m_figures(std::move(parts.figures))
{}

Result<Estimate> Planner::estimate(const Question &question, const EstimateOptions &options)
{
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    if (!model.ok()) return model.error();
    const Result<CardFacts> device = device_of(question.plan);
    if (!device.ok()) return device.error();
    return estimate(*model, question.plan, *device, options);
}

Result<Estimate> Planner::estimate(const ArchitectureRef &model, const Plan &plan, const CardFacts &device,
                                   const EstimateOptions &options) const
{
    return m_figures(model, plan, device, options);
}

std::vector<Verdict> Planner::verdicts(const Estimate &estimate, const Cluster &cluster)
{
    return verdicts_on(estimate, cluster);
}

Remarks Planner::remarks(const Estimate &estimate, const Cluster &cluster, const std::vector<Warning> &without_effect_found)
{
    return remarks_on(estimate, cluster, without_effect_found);
}

std::vector<Warning> Planner::fields_without_effect(const Estimate &estimate, const Wanted &wanted)
{
    return estimate.usual_slack ? std::vector<Warning>() : plimsoll::fields_without_effect(estimate, wanted);
}

Verdict Planner::verdict_now(const Estimate &estimate, const Gpu &gpu, Bytes free)
{
    return plimsoll::verdict_now(estimate, gpu, free);
}

Result<PlanAnswer> Planner::answer(const Question &question, const AnswerOptions &options)
{
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    if (!model.ok()) return model.error();
    Result<PlanAnswer> made = plimsoll::answer(*model, question.plan, options.estimate);
    if (!made.ok()) return made;
    if (options.maxima) add_maxima(*made);
    add_cost(*made, question.amount);
    put_behind_loading(made->estimate.warnings, question.warnings, made->estimate.plan);
    return made;
}

std::vector<Result<PlanAnswer>> Planner::answers(std::span<const Question> questions, const AnswerOptions &options,
                                                 unsigned threads)
{
    std::vector<Result<PlanAnswer>> out(questions.size(), Error{});
    for_each_of(questions.size(), threads == 0 ? all_threads() : threads,
                [&](std::size_t i) { out[i] = answer(questions[i], options); });
    return out;
}

Result<std::vector<PlanAnswer>> Planner::compare(std::span<const Question> questions)
{
    std::vector<PlanAnswer> out;
    for (const Question &question : questions) {
        Result<PlanAnswer> made = answer(question, {.estimate = {.timeline = false, .time = true}});
        if (!made.ok()) {
            Error error = made.error();
            error.field = (question.name.empty() ? "plan " + std::to_string(out.size() + 1) : question.name) + ": " + error.field;
            return error;
        }
        out.push_back(std::move(made).value());
    }
    return out;
}

Result<SplitAnswer> Planner::splits(const Question &question, const SplitAsk &ask, const SplitProgress &progress)
{
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    SplitAsk asked = ask;
    if (!asked.amount.named()) asked.amount = question.amount;
    return model.ok() ? find_splits(*model, question.plan, asked, progress) : Result<SplitAnswer>(model.error());
}

namespace {

/// Of the engine that generates on cards of its own; nothing where none does, and where the plan as it is cannot be estimated.
std::vector<Verdict> servers_verdicts(const ArchitectureRef &model, const Plan &plan)
{
    if (plan.task != Task::train || plan.rollout.colocated || !generates_by_engine(plan)) return {};
    const Result<Cluster> cluster = cluster_of(plan.target);
    const CardFacts card = cluster.ok() ? cluster->device() : CardFacts{};
    const Result<Estimate> made = plimsoll::estimate(model, plan, card, {.timeline = false, .explain = false});
    std::vector<Warning> told; // by the estimate of the same plan
    const auto server = made.ok() ? server_of(*made, told, plan.target) : nullptr;
    return server ? server->verdicts : std::vector<Verdict>{};
}

} // namespace

Result<SolveAnswer> Planner::solve(const Question &question, const SolveFor &wanted)
{
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    if (!model.ok()) return model.error();
    Result<SolveAnswer> out = plimsoll::solve(*model, question.plan, wanted, question.amount);
    if (out.ok()) out->server = servers_verdicts(*model, question.plan);
    return out;
}

Result<std::vector<SolvedPoint>> Planner::solve_over(const Question &question, std::vector<SweepAxis> axes,
                                                     const SolveFor &wanted, unsigned threads)
{
    const Result<Sweep> sweep = Sweep::over(question.plan, std::move(axes));
    if (!sweep.ok()) return sweep.error();
    Result<std::vector<ArchitectureRef>> models = swept_models(m_models, *sweep, question);
    if (!models.ok()) return models.error();
    const Result<SweepJob> job = sweep_job(*std::move(models), *sweep, question.plan.target);
    return job.ok() ? solved_points(*job, wanted, threads == 0 ? all_threads() : threads)
                    : Result<std::vector<SolvedPoint>>(job.error());
}

Result<EnvelopeAnswer> Planner::envelope(const Question &question, const TypedText &typed)
{
    Result<PlanAnswer> simulated = answer(question);
    if (!simulated.ok()) return simulated.error();
    Estimate &made = simulated->estimate;
    const Result<EnvelopeInput> input =
        envelope_input(typed, envelope_input(made.plan.plan, made.total_parameters, made.trainable_parameters));
    if (!input.ok()) return input.error();
    Result<Envelope> sheet = plimsoll::envelope(*input);
    if (!sheet.ok()) return sheet.error();
    return EnvelopeAnswer{*input, *std::move(sheet), std::move(made)};
}

Result<Node> Planner::advice_target(const Question &question)
{
    if (question.plan.target.gpus.size() < 2) return plimsoll::advice_target(question.plan);
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    return model.ok() ? plimsoll::advice_target(estimator_for(*model), question.plan) : Result<Node>(model.error());
}

Result<AdviceAnswer> Planner::advise(const Question &question)
{
    const Result<Node> target = advice_target(question);
    if (!target.ok()) return target.error();
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    if (!model.ok()) return model.error();
    Result<std::vector<Advice>> advice = plimsoll::advise(*model, question.plan, *target);
    if (!advice.ok()) return advice.error();
    AdviceAnswer out{*target, std::move(advice).value()};
    const Result<Estimate> base = estimate(*model, question.plan, target->facts, {.timeline = false, .explain = false});
    if (!base.ok()) return out;
    out.largest = largest_values_on(*base, *target, [] { return true; });
    std::vector<Warning> told; // by the estimate of the same plan
    if (const auto server = server_of(*base, told)) out.server = server->verdicts;
    return out;
}

Result<OomAnswer> Planner::oom_guide(const Question &question)
{
    const Result<Node> target = advice_target(question);
    if (!target.ok()) return target.error();
    return oom_guide(question, *target, [] { return true; });
}

Result<OomAnswer> Planner::oom_guide(const Question &question, const Node &target, const Wanted &wanted)
{
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    if (!model.ok()) return model.error();
    Result<std::vector<OomCase>> cases =
        plimsoll::oom_guide(interruptible(estimator_of_any_model(question.plan.model, *model), wanted), question.plan, target);
    if (!cases.ok()) return cases.error();
    return OomAnswer{target, std::move(cases).value()};
}

Result<std::vector<Advice>> Planner::advise(const Question &question, const Node &target, const Wanted &wanted)
{
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    if (!model.ok()) return model.error();
    return plimsoll::advise(interruptible(estimator_of_any_model(question.plan.model, *model), wanted), question.plan, target,
                            interruptible(estimator_of_any_model(question.plan.model, *model, false), wanted));
}

Result<std::optional<Advice>> Planner::solution(const Question &question, const Node &target, const Wanted &wanted)
{
    const Result<ArchitectureRef> model = m_models.load_for(question.plan, question.base_directory);
    if (!model.ok()) return model.error();
    return solution_for(interruptible(estimator_for(*model), wanted), question.plan, target,
                        interruptible(quick_estimator_for(*model), wanted));
}

std::vector<ModelBadge> Planner::badges(const Question &question, const Node &target, const Wanted &wanted)
{
    return model_badges(m_models, question.plan, target, wanted);
}

Result<SweepJob> Planner::sweep(const Question &question, std::vector<SweepAxis> axes)
{
    const Result<Sweep> sweep = Sweep::over(question.plan, std::move(axes));
    if (!sweep.ok()) return sweep.error();
    Result<std::vector<ArchitectureRef>> models = swept_models(m_models, *sweep, question);
    if (!models.ok()) return models.error();
    return sweep_job(*std::move(models), *sweep, question.plan.target);
}

std::shared_ptr<const SweptPlan> Planner::swept(const Estimate &estimate, const Plan &written, const Target &cards,
                                                std::vector<SweepAxis> axes, const Wanted &wanted)
{
    Plan plan = written;
    plan.target = cards;
    const Result<Sweep> sweep = Sweep::over(std::move(plan), std::move(axes));
    const Result<SweepTarget> target = sweep_target(cards);
    if (!sweep.ok() || !target.ok()) return nullptr;
    auto out = std::make_shared<SweptPlan>();
    out->axes = sweep->axes();
    for (std::size_t i = 0; i < sweep->size() && wanted(); ++i)
        out->points.push_back(sweep_point(estimate.architecture, sweep->plan_at(i), *target));
    if (out->axes.size() == 1 && wanted()) out->limits = limits_on(estimate, target->cluster, out->axes.front().field, wanted);
    return out;
}

LargestValues Planner::largest_values(const Estimate &estimate, const Node &node, const Wanted &wanted)
{
    return largest_values_on(estimate, node, wanted);
}

Board Planner::first_board(const Estimate &estimate) { return plimsoll::first_board(estimate, gpu_catalogue()); }

void Planner::work_out_board(const Estimate &estimate, const Wanted &wanted, const std::function<void(const Board &)> &told)
{
    plimsoll::work_out_board(estimate, gpu_catalogue(), wanted, told);
}

Result<ArchitectureRef> Planner::inspect(const ModelReference &reference, const std::string &base_directory)
{
    return load_named_class(reference, base_directory);
}

} // namespace plimsoll
