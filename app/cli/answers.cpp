// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"

#include "app/cli/command.h"
#include "core/fit/per_card.h"
#include "core/fit/solver.h"
#include "core/plan/names.h"
#include "core/resolve/gate.h"
#include "core/resolve/loading.h"

namespace plimsoll::cli {

Result<PlanAnswer> answer_input(const PlanInput &input, const EstimateOptions &options)
{
    const Result<ArchitectureRef> model = load_model(input.plan.model, input.base_directory);
    if (!model.ok()) return model.error();
    Result<PlanAnswer> made = answer(*model, input.plan, options);
    if (made.ok()) put_behind_loading(made->estimate.warnings, input.warnings, made->estimate.plan);
    return made;
}

void say_warnings(const PlanInput &input)
{
    for (const Warning &warning : input.warnings) say("warning: " + warning.text);
}

void say_warnings(const PlanAnswer &answer)
{
    const std::vector<Warning> &warnings = answer.estimate.warnings;
    for (const Warning &warning : warnings)
        if (warning.code != "no_effect") say("warning: " + warning.text);
    if (const std::string idle = idle_fields(warnings); !idle.empty()) say("warning: " + idle);
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

int status_of(const std::vector<Verdict> &verdicts)
{
    const Verdict *decider = worst(verdicts);
    if (decider == nullptr || decider->fits == Fits::yes) return Exit::fits;
    return decider->fits == Fits::no ? Exit::does_not_fit : Exit::tight_or_unknown;
}

} // namespace plimsoll::cli
