// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/engine.h"
#include "core/parallel/zero/zero_12.h"
#include "core/parallel/zero/zero_3.h"

namespace plimsoll {

namespace {

Dtype run_dtype(const RankCall &call)
{
    const WeightDtype dtype = runs_in(call.plan, call.trainer).value_or(WeightDtype::bf16);
    return dtype == WeightDtype::fp32 ? Dtype::fp32 : dtype == WeightDtype::fp16 ? Dtype::fp16 : Dtype::bf16;
}

} // namespace

Result<std::unique_ptr<step::Units>> deepspeed_zero(const RankCall &call)
{
    auto settings = zero_settings(call.plan, call.trainer);
    if (!settings) return settings.error();
    const Count sequence = call.plan.parallel.ulysses(), ranks = call.plan.parallel.data * sequence;
    const Count place = call.rank.data * sequence + call.rank.context;
    const bool quantised = call.plan.weights.quant != "none";
    if (settings->stage < 3)
        return std::unique_ptr<step::Units>(
            std::make_unique<step::ZeroStage12>(*settings, place, ranks, call.trainer, quantised, run_dtype(call)));
    const auto storage = call.plan.weights.quant_storage;
    const Count width = !storage ? 1 : *storage == ParallelDtype::fp32 ? 4 : 2;
    return std::unique_ptr<step::Units>(std::make_unique<step::ZeroStage3>(*settings, ranks, call.trainer, quantised, width));
}

std::vector<Count> other_full_ranks(const step::Units &units, Count ranks)
{
    const auto *const zero = dynamic_cast<const step::ZeroStage12 *>(&units);
    return zero && zero->partitions() ? fullest_besides_first(*zero->partitions(), ranks) : std::vector<Count>();
}

} // namespace plimsoll
