// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/host_memory.h"

#include "core/ground/phrase.h"
#include "core/optimizers/optimizers.h"

namespace plimsoll {

std::string shares_memory(const Gpu &gpu)
{
    if (!gpu.unified_memory) return {};
    return phrase(QT_TRANSLATE_NOOP("core", "%1 and its host have one memory"), {gpu.short_name()});
}

bool moves_to_host(const Plan &plan)
{
    if (plan.task == Task::infer) return plan.inference.cache == CacheKind::offloaded;
    if (plan.task == Task::extract) return plan.extract.keep == Keep::host;
    const Checkpointing &checkpointing = plan.gradient_checkpointing;
    return checkpointing.offload || checkpointing.offload_activations || plan.parallel.offload != Offload::none ||
           kind_of(plan.optimizer).paged;
}

} // namespace plimsoll
