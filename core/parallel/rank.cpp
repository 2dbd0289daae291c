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

RankRole role_in(const Rank &rank, const Plan &plan)
{
    const Mesh mesh = mesh_of(plan);
    if (rank.like_it == mesh.ranks()) return RankRole::all;
    if (rank.like_it * mesh.pipeline != mesh.ranks()) return RankRole::one_rank;
    if (rank.stage == 0) return RankRole::first_stage;
    return rank.stage + 1 == mesh.pipeline ? RankRole::last_stage : RankRole::middle_stage;
}

std::string role_of(const Rank &rank, const Plan &plan)
{
    switch (role_in(rank, plan)) {
    case RankRole::all: return "all";
    case RankRole::first_stage: return "first stage";
    case RankRole::middle_stage: return "stage " + std::to_string(rank.stage + 1);
    case RankRole::last_stage: return "last stage";
    case RankRole::one_rank: break;
    }
    return "rank " + std::to_string(rank.number);
}

} // namespace plimsoll
