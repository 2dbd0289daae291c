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

std::string role_of(const Rank &rank, const Plan &plan)
{
    const Mesh mesh = mesh_of(plan);
    if (rank.like_it == mesh.ranks()) return "all";
    if (rank.like_it * mesh.pipeline != mesh.ranks()) return "rank " + std::to_string(rank.number);
    if (rank.stage == 0) return "first stage";
    return rank.stage + 1 == mesh.pipeline ? "last stage" : "stage " + std::to_string(rank.stage + 1);
}

} // namespace plimsoll
