// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/parts.h"

#include "core/fit/per_card.h"

namespace plimsoll {

Result<ArchitectureRef> parts::model(const ModelReference &reference, const std::string &base_directory)
{
    return load_model(reference, base_directory);
}

Result<Estimate> parts::figures(const ArchitectureRef &model, const Plan &plan, const DeviceFacts &device,
                                const EstimateOptions &options)
{
    return estimate(model, plan, device, options);
}

Verdict parts::on_card(const Estimate &estimate, const Gpu &gpu, int count) { return PerCard(estimate).verdict(gpu, count); }

Verdict parts::in_budget(const Estimate &estimate, Bytes budget) { return verdict_for_budget(estimate, budget); }

} // namespace plimsoll
