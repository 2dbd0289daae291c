// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/built_by_release.h"

#include "core/model/loading/release_experts.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/releases.h"
#include "core/resolve/runners.h"

namespace plimsoll {

ArchitectureRef built_by_release(const Architecture &architecture, const Plan &plan)
{
    if (!runs_transformers_model(plan) || !older_of(plan).builds_experts_apart) return nullptr;
    return with_separate_experts(architecture);
}

bool packs_fused_experts(const Plan &plan)
{
    const auto packs = stack_of(plan).models.packs_experts;
    return packs != nullptr && plan.task == Task::train && is_bitsandbytes(plan.weights.quant) &&
           !older_of(plan).builds_experts_apart && packs(plan);
}

} // namespace plimsoll
