// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/engine.h"
#include "core/parallel/zero_12.h"
#include "core/parallel/zero_3.h"

namespace plimsoll {

Result<std::unique_ptr<step::Units>> deepspeed_zero(const RankCall &call)
{
    auto settings = zero_settings(call.plan, call.trainer);
    if (!settings) return settings.error();
    const Count ranks = call.plan.parallel.data;
    const bool quantised = call.plan.weights.quant != "none";
    if (settings->stage < 3)
        return std::unique_ptr<step::Units>(
            std::make_unique<step::ZeroStage12>(*settings, call.rank.data, ranks, call.trainer, quantised));
    const auto storage = call.plan.weights.quant_storage;
    const Count width = !storage ? 1 : *storage == ParallelDtype::fp32 ? 4 : 2;
    return std::unique_ptr<step::Units>(std::make_unique<step::ZeroStage3>(*settings, ranks, call.trainer, quantised, width));
}

} // namespace plimsoll
