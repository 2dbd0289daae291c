// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/run_figures.h"

namespace plimsoll {

RunFigures run_figures(const Architecture &architecture, const ResolvedPlan &plan, const Rank &rank, LoopTraits loop,
                       Bytes resident, Count ranks_in_node)
{
    RunFigures out;
    if (plan.plan.task != Task::train || !plan.plan.parallel.spread()) return out;
    const ModelSizes sizes = model_sizes(architecture, plan);
    const SpreadRun run{plan.plan, architecture, sizes, rank, loop.trainer, loop.own_collectives};
    out.communication = sent_in_step(run);
    out.host = host_bytes(run, ranks_in_node);
    out.save = save_bytes(run, resident, ranks_in_node);
    return out;
}

} // namespace plimsoll
