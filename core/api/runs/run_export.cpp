// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/run_export.h"

#include "core/api/answer.h"
#include "core/exchange/measure.h"
#include "core/load/load.h"
#include "core/measured/snapshot_file.h"
#include "core/parallel/rank.h"
#include "core/resolve/resolve.h"
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
    const Result<std::string> config = config_of(question.plan.model, question.base_directory);
    if (!config) return config.error();
    return write_measure(resolved->plan, *config);
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

} // namespace

const std::vector<RunExport> &run_exports()
{
    static const std::vector<RunExport> all{
        {"snapshot", "PyTorch's memory snapshot", "pickle", false, memory_snapshot},
        {"measure", "Script that measures", "py", true, measuring_script},
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

} // namespace plimsoll
