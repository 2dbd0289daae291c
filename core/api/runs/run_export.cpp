// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/run_export.h"

#include "core/api/answer.h"
#include "core/exchange/measure.h"
#include "core/ground/phrase.h"
#include "core/load/load.h"
#include "core/measured/snapshot_file.h"
#include "core/objectives/objectives.h"
#include "core/parallel/rank.h"
#include "core/resolve/resolve.h"
#include "core/resolve/runners.h"
#include "core/run/simulate.h"

#include <algorithm>

namespace plimsoll {

namespace {

Result<Exported> measuring_script(const ArchitectureRef &model, const Question &question)
{
    const Result<CardFacts> device = device_of(question.plan);
    if (!device) return device.error();
    const Result<ResolvedPlan> resolved = resolve(question.plan, *model, *device);
    if (!resolved) return resolved.error();
    MeasuredModels models;
    const auto read = [&question](const ModelReference &one, std::string &into) -> std::optional<Error> {
        Result<std::string> config = config_of(one, question.base_directory);
        if (!config) return config.error();
        into = *std::move(config);
        return std::nullopt;
    };
    if (auto error = read(question.plan.model, models.policy)) return *std::move(error);
    const bool taught = resolved->plan.distillation.teacher && objective_of(resolved->plan).teaching != Teaching::none;
    if (taught)
        if (auto error = read(*resolved->plan.distillation.teacher, models.teacher)) return *std::move(error);
    for (const ModelReference &one : resolved->plan.rollout.reward_models)
        if (auto error = read(one, models.reward_models.emplace_back())) return *std::move(error);
    return write_measure(resolved->plan, models);
}

Result<Exported> memory_snapshot(const ArchitectureRef &model, const Question &question)
{
    const Result<CardFacts> device = device_of(question.plan);
    if (!device) return device.error();
    const Result<ResolvedPlan> resolved = resolve(question.plan, *model, *device);
    if (!resolved) return resolved.error();
    const std::vector<Rank> ranks = rank_classes(resolved->plan);
    const Result<step::Trace> trace = step::simulate(*model, *resolved, *device, true, ranks.front());
    if (!trace) return trace.error();
    Result<std::string> file = snapshot_file(*trace, resolved->plan);
    if (!file) return file.error();
    return Exported{{}, *std::move(file), {}};
}

/// PyTorch's own runs alone have such a snapshot; who else serves a model claims its memory otherwise.
std::optional<Error> refuses_snapshot(const Plan &plan)
{
    return refuses_snapshot_file(plan, plan.task == Task::infer && engine_of(plan).models.own);
}

} // namespace

const std::vector<RunExport> &run_exports()
{
    static const std::vector<RunExport> all{
        {"snapshot", QT_TRANSLATE_NOOP("core", "PyTorch's memory snapshot"), "pickle", false, memory_snapshot, refuses_snapshot},
        {"measure", QT_TRANSLATE_NOOP("core", "Script that measures"), "py", true, measuring_script},
    };
    return all;
}

const RunExport *find_run_export(std::string_view name)
{
    const auto found = std::ranges::find(run_exports(), name, &RunExport::name);
    return found == run_exports().end() ? nullptr : &*found;
}

Result<Exported> exported_run(KnownModels &models, const Question &question, const RunExport &as)
{
    const Result<ArchitectureRef> model = models.load_for(question.plan, question.base_directory);
    if (!model) return model.error();
    return as.write(*model, question);
}

const std::vector<ExportOffer> &export_offers()
{
    static const std::vector<ExportOffer> all = [] {
        std::vector<ExportOffer> out;
        for (const ToolFormat *tool : tools_written()) out.push_back({tool->name, tool->title, tool->ending, true, tool->group});
        for (const RunExport &run : run_exports()) out.push_back({run.name, run.title, run.ending, run.is_text});
        return out;
    }();
    return all;
}

Result<Exported> exported_as(KnownModels &models, const Question &question, std::string_view name)
{
    if (const RunExport *const run = find_run_export(name)) return exported_run(models, question, *run);
    Result<Exported> made = exported(question.plan, name);
    if (made.ok() || made.error().field != "to") return made;
    Error error = made.error();
    error.accepted.clear();
    for (const ExportOffer &offer : export_offers())
        error.accepted.append(error.accepted.empty() ? "" : " | ").append(offer.name);
    return error;
}

std::optional<Error> refuses_export(const Plan &plan, std::string_view name)
{
    if (const RunExport *const run = find_run_export(name)) return run->refuses ? run->refuses(plan) : std::nullopt;
    const Result<Exported> made = exported(plan, name);
    return made.ok() ? std::nullopt : std::optional(made.error());
}

} // namespace plimsoll
