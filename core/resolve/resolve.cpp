// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/resolve.h"

#include "core/ground/memo.h"
#include "core/ground/phrase.h"
#include "core/resolve/gate.h"
#include "core/resolve/taken_defaults.h"

#include <memory>

namespace plimsoll {

namespace {

/// What take_defaults() reads besides the model.
struct Question {
    CardFacts device;
    unsigned language = 0;
    Plan plan; ///< batch and length, on which no default depends, as in any plan: sweeps, solvers and editors turn them

    bool operator==(const Question &) const = default;
};

struct FilledPlans : Memo<Question, std::shared_ptr<const Filled>> {};

Filled filled_in(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    static const Plan any;
    Question question{device, languages_set(), plan};
    if (plan.has("micro_batch")) question.plan.micro_batch = any.micro_batch;
    if (plan.has("sequence_length")) question.plan.sequence_length = any.sequence_length;
    Filled out = *architecture.analyses.of<FilledPlans>().get(
        question, [&] { return std::make_shared<const Filled>(take_defaults(plan, architecture, device)); });
    if (plan.has("micro_batch")) out.resolved.plan.micro_batch = plan.micro_batch;
    if (plan.has("sequence_length")) out.resolved.plan.sequence_length = plan.sequence_length;
    return out;
}

} // namespace

Result<ResolvedPlan> resolve(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    auto [resolved, refused] = filled_in(plan, architecture, device);
    if (refused) return *std::move(refused);
    Result<Passage> passage = gate(resolved.plan, architecture, device);
    if (!passage) return passage.error();
    for (Warning &warning : passage->warnings) resolved.warnings.push_back(std::move(warning));
    resolved.lower_bound_reason = std::move(passage->lower_bound_reason);
    return resolved;
}

Plan with_defaults(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    return filled_in(plan, architecture, device).resolved.plan;
}

} // namespace plimsoll
