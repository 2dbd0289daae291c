// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/parallel_engine.h"

#include "core/plan/releases.h"

namespace plimsoll {

ParallelEngine parallel_engine(const Plan &plan, ParallelEngine shards)
{
    const Parallel &p = plan.parallel;
    if (p.engine) return *p.engine;
    if (p.tensor > 1 || p.expert > 1) return ParallelEngine::native;
    if (p.zero == 0 && p.offload == Offload::none) return ParallelEngine::ddp;
    if (p.zero == 1 || p.zero == 2) return ParallelEngine::deepspeed;
    const bool first = shards == ParallelEngine::fsdp2 && older_of(plan).shards_flat_parameters;
    return first ? ParallelEngine::fsdp1 : shards;
}

} // namespace plimsoll
