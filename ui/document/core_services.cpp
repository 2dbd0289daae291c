// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/per_card.h"
#include "ui/document/evaluator.h"

namespace plimsoll {

EvaluatorServices core_services()
{
    return {
        [](const ModelReference &model, const std::string &base) { return load_model(model, base); },
        [](const ArchitectureRef &architecture, const Plan &plan, const DeviceFacts &device, const EstimateOptions &options) {
            return estimate(architecture, plan, device, options);
        },
        [](std::string_view name) { return find_gpu(name); },
        [](const Estimate &estimate, const Gpu &gpu, int count) { return PerCard(estimate).verdict(gpu, count); },
        [](const Estimate &estimate, Bytes budget) { return verdict_for_budget(estimate, budget); },
    };
}

} // namespace plimsoll
