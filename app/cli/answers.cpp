// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"

#include "app/cli/command.h"

namespace plimsoll::cli {

Result<PlanAnswer> answer_input(const PlanInput &input, const EstimateOptions &options)
{
    const Result<ArchitectureRef> model = load_model(input.plan.model, input.base_directory);
    if (!model.ok()) return model.error();
    return answer(*model, input.plan, options);
}

int status_of(const std::vector<Verdict> &verdicts)
{
    const Verdict *decider = worst(verdicts);
    if (decider == nullptr || decider->fits == Fits::yes) return Exit::fits;
    return decider->fits == Fits::no ? Exit::does_not_fit : Exit::tight_or_unknown;
}

} // namespace plimsoll::cli
