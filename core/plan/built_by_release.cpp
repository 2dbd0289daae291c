// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/built_by_release.h"

#include "core/model/loading/release_experts.h"
#include "core/plan/releases.h"

namespace plimsoll {

ArchitectureRef built_by_release(const Architecture &architecture, const Plan &plan)
{
    const bool own_models = plan.stack == Stack::torchtune || plan.stack == Stack::litgpt || plan.stack == Stack::megatron;
    const bool other_engine = plan.task == Task::infer && plan.inference.engine != Engine::transformers;
    if (own_models || other_engine || !release_before(plan, "transformers", 5, 0)) return nullptr;
    return with_experts_apart(architecture);
}

bool packs_fused_experts(const Plan &plan)
{
    if (!is_bitsandbytes(plan.weights.quant) || plan.task != Task::train || release_before(plan, "transformers", 5, 0))
        return false;
    if (plan.stack == Stack::unsloth) return plan.weights.quant != "int8";
    return plan.stack == Stack::axolotl && plan.weights.quantize_moe_experts;
}

} // namespace plimsoll
