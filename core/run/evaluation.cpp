// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/evaluation.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/objectives/objectives.h"
#include "core/resolve/runners.h"

namespace plimsoll::step {

std::optional<Bytes> evaluation_bytes(const DecoderSpec &spec, const Plan &plan, Bytes steady)
{
    const bool own = plan.parallel.engine == ParallelEngine::megatron; // evaluates micro-batches of the training's size
    if (plan.task != Task::train || plan.evaluation.micro_batch == 0 || own) return std::nullopt;
    const Count rows = plan.evaluation.micro_batch * plan.sequence_length;
    const bool whole32 = plan.weights.dtype == WeightDtype::fp32 && plan.autocast == Autocast::none;
    const Count hidden_bytes = plan.weights.dtype == WeightDtype::fp32 ? 4 : 2;
    Bytes peak = steady + rows * spec.hidden * hidden_bytes;
    if (tiles_head(stack_of(plan), plan) || objective_of(plan).head != ObjectiveHead::language) return peak;
    const Bytes each = whole32 ? 4 + 4 : 2 + 4 + 4;
    return peak + rows * spec.vocab * each;
}

std::optional<Warning> evaluation_warning(const DecoderSpec &spec, const Plan &plan, Bytes steady, Bytes training_peak)
{
    const std::optional<Bytes> bytes = evaluation_bytes(spec, plan, steady);
    if (!bytes || *bytes <= training_peak) return std::nullopt;
    return Warning{
        "evaluation",
        phrase(QT_TRANSLATE_NOOP("core", "An evaluation of %1 rows at once (%2; %3 of the Trainer) allocates at least %4 "
                                         "GiB, training %5 GiB: the logits of %1 × %6 × %7 stand whole."),
               {localised(grouped(plan.evaluation.micro_batch)), "evaluation.micro_batch", "per_device_eval_batch_size",
                localised(gib_brief(*bytes)), localised(gib_brief(training_peak)), localised(grouped(plan.sequence_length)),
                localised(grouped(spec.vocab))}),
        "evaluation.micro_batch"};
}

} // namespace plimsoll::step
