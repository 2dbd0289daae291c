// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/rank.h"

#include <algorithm>

namespace plimsoll {

Rank rank_at(const Mesh &mesh, Count number)
{
    Rank out;
    out.number = number;
    out.tensor = number % mesh.tensor;
    number /= mesh.tensor;
    out.context = number % mesh.context;
    number /= mesh.context;
    out.data = number % mesh.data;
    out.stage = number / mesh.data;
    return out;
}

std::vector<Rank> rank_classes(const Plan &plan)
{
    const Mesh mesh = mesh_of(plan);
    const Count stages = plan.task == Task::train ? mesh.pipeline : 1; // engines say of their ranks themselves
    const Count in_stage = mesh.ranks() / stages;
    const auto asked = plan.parallel.rank;
    std::vector<Rank> out;
    for (Count stage = 0; stage < stages; ++stage) {
        const bool here = asked && *asked / in_stage == stage;
        Rank rank = rank_at(mesh, here ? *asked : stage * in_stage);
        rank.like_it = in_stage;
        out.push_back(rank);
    }
    return out;
}

} // namespace plimsoll
