// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/evaluation.h"

#include "core/text.h"

namespace plimsoll::step {

std::optional<Bytes> evaluation_bytes(const DecoderSpec &spec, const Plan &plan, Bytes steady)
{
    if (plan.task != Task::train || plan.evaluation.micro_batch == 0) return std::nullopt;
    const Count rows = plan.evaluation.micro_batch * plan.sequence_length;
    const bool whole32 = plan.weights.dtype == WeightDtype::fp32 && plan.autocast == Autocast::none;
    const Count hidden_bytes = plan.weights.dtype == WeightDtype::fp32 ? 4 : 2;
    Bytes peak = steady + rows * spec.hidden * hidden_bytes;
    if (plan.stack == Stack::trl && plan.loss.kind != LossKind::full) return peak;
    const Bytes each = whole32 ? 4 + 4 : 2 + 4 + 4;
    return peak + rows * spec.vocab * each;
}

std::optional<Warning> evaluation_warning(const DecoderSpec &spec, const Plan &plan, Bytes steady, Bytes training_peak)
{
    const std::optional<Bytes> bytes = evaluation_bytes(spec, plan, steady);
    if (!bytes || *bytes <= training_peak) return std::nullopt;
    return Warning{"evaluation",
                   "An evaluation of " + grouped(plan.evaluation.micro_batch) +
                       " rows at once (evaluation.micro_batch; per_device_eval_batch_size of the Trainer) allocates at least " +
                       gib_brief(*bytes) + " GiB, training " + gib_brief(training_peak) + " GiB: the logits of " +
                       grouped(plan.evaluation.micro_batch) + " × " + grouped(plan.sequence_length) + " × " +
                       grouped(spec.vocab) + " stand whole.",
                   "evaluation.micro_batch"};
}

} // namespace plimsoll::step
