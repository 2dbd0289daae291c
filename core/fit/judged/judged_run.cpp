// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/judged/judged_run.h"

#include "core/cards/precision.h"
#include "core/parallel/mesh.h"
#include "core/resolve/gate.h"
#include "core/resolve/runners.h"

namespace plimsoll {

Count cards_used(const Plan &resolved)
{
    if (resolved.task == Task::train) return mesh_of(resolved).ranks();
    if (!claims_memory(resolved)) return 1;
    const Parallel &parallel = resolved.parallel;
    return Mesh{parallel.data, parallel.tensor, parallel.pipeline}.ranks();
}

namespace {

/// `cards`: a Node or a Verdict. They are those of each node only where the plan says so: a card is sold in machines of eight, and eight
/// are not sixteen.
bool short_of_cards(const Plan &plan, const auto &cards)
{
    const bool each_node = plan.has("parallel.gpus_per_node") && plan.parallel.gpus_per_node == Count{cards.count};
    return cards.counted && !cards.own_ranks && !each_node && cards_used(plan) > cards.count;
}

} // namespace

bool runs_on(const Plan &plan, const Node &node)
{
    return !short_of_cards(plan, node) && lacking_kernels(plan, *node.card).empty();
}

void judge_run(Verdict &out, const Plan &plan, const Gpu &gpu)
{
    if (out.fits == Fits::no) return;
    const bool too_few = short_of_cards(plan, out);
    out.lacks = lacking_kernels(plan, gpu);
    if (!too_few && out.lacks.empty()) return;
    if (too_few) out.processes = cards_used(plan);
    out.because = too_few ? Because::too_few_cards : Because::lacks_kernels;
    out.fits = Fits::no;
    out.at_once.reset();
    out.reason = out.reason_in(ByteUnit::binary);
}

void judge_copies(Verdict &out, Count named, Count needed)
{
    if (out.fits == Fits::no || named >= needed) return;
    out.fits = Fits::no;
    out.because = Because::too_few_cards;
    out.processes = needed;
    out.at_once.reset();
    Verdict told = out;
    told.count = static_cast<int>(named);
    out.reason = told.reason_in(ByteUnit::binary);
}

} // namespace plimsoll
