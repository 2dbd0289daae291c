// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"

#include "core/api/threads.h"
#include "core/load/load_named.h"
#include "core/resolve/loading.h"

namespace plimsoll {

namespace {

/// Without timeline and explanations; other models than the plan's are read by their names.
Estimator estimator_of_any_model(const ModelReference &own, const ArchitectureRef &model)
{
    auto models = std::make_shared<Models>();
    models->remember(own, model);
    return [models](const Plan &plan, const DeviceFacts &device) -> Result<Estimate> {
        const Result<ArchitectureRef> asked = models->load(plan.model);
        if (!asked.ok()) return asked.error();
        return estimate(*asked, plan, device, {.timeline = false, .explain = false});
    };
}

} // namespace

Planner::Planner(Models::Read read, Models::Fetch fetch, Models::Keeping keeping)
    : m_models(std::move(read), std::move(fetch), keeping)
{}

Result<Estimate> Planner::estimate(const Question &question, const EstimateOptions &options)
{
    const Result<ArchitectureRef> model = m_models.load(question.plan.model, question.base_directory);
    if (!model.ok()) return model.error();
    const Result<DeviceFacts> device = device_of(question.plan);
    if (!device.ok()) return device.error();
    return plimsoll::estimate(*model, question.plan, *device, options);
}

Result<PlanAnswer> Planner::answer(const Question &question, const AnswerOptions &options)
{
    const Result<ArchitectureRef> model = m_models.load(question.plan.model, question.base_directory);
    if (!model.ok()) return model.error();
    Result<PlanAnswer> made = plimsoll::answer(*model, question.plan, options.estimate);
    if (!made.ok()) return made;
    if (options.maxima) add_maxima(*made);
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
        Result<PlanAnswer> made = answer(question, {.estimate = {.timeline = false}});
        if (!made.ok()) {
            Error error = made.error();
            error.field = (question.name.empty() ? "plan " + std::to_string(out.size() + 1) : question.name) + ": " + error.field;
            return error;
        }
        out.push_back(std::move(made).value());
    }
    return out;
}

Result<SolveAnswer> Planner::solve(const Question &question, const SolveFor &wanted)
{
    const Result<ArchitectureRef> model = m_models.load(question.plan.model, question.base_directory);
    return model.ok() ? plimsoll::solve(*model, question.plan, wanted) : Result<SolveAnswer>(model.error());
}

Result<AdviceAnswer> Planner::advise(const Question &question)
{
    const Result<Node> target = advice_target(question.plan);
    if (!target.ok()) return target.error();
    const Result<ArchitectureRef> model = m_models.load(question.plan.model, question.base_directory);
    if (!model.ok()) return model.error();
    Result<std::vector<Advice>> advice = plimsoll::advise(*model, question.plan, *target);
    if (!advice.ok()) return advice.error();
    return AdviceAnswer{*target, std::move(advice).value()};
}

Result<std::vector<Advice>> Planner::advise(const Question &question, const Node &target, const Wanted &wanted)
{
    const Result<ArchitectureRef> model = m_models.load(question.plan.model, question.base_directory);
    if (!model.ok()) return model.error();
    return plimsoll::advise(interruptible(estimator_of_any_model(question.plan.model, *model), wanted), question.plan, target);
}

Result<SweepJob> Planner::sweep(const Question &question, std::vector<SweepAxis> axes, bool exact)
{
    const Result<Sweep> sweep = Sweep::over(question.plan, std::move(axes));
    if (!sweep.ok()) return sweep.error();
    const Result<ArchitectureRef> model = m_models.load(question.plan.model, question.base_directory);
    if (!model.ok()) return model.error();
    return sweep_job(*model, *sweep, question.plan.target, exact);
}

Result<ArchitectureRef> Planner::inspect(const ModelReference &reference, const std::string &base_directory)
{
    return load_named_class(reference, base_directory);
}

} // namespace plimsoll
