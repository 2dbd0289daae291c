// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/parallel/mesh.h"

#include <string>
#include <vector>

namespace plimsoll {

/// One process of a run, by its place in the mesh; it stands for those that hold the same.
struct Rank {
    Count number = 0; ///< its global rank; stages lie outermost, then data, context, tensor, as torch's device meshes do
    Count data = 0, tensor = 0, stage = 0, context = 0, expert = 0; ///< places along the mesh, from 0
    Count like_it = 1;                                              ///< ranks that hold the same, this one counted
    bool operator==(const Rank &) const = default;
};

/// The rank of that number.
[[nodiscard]] Rank rank_at(const Mesh &mesh, Count number);

/// The ranks of a resolved plan that differ in what they hold, each as often as it stands; `like_it` sums to mesh.ranks(). The
/// plan's own `parallel.rank` is one of them. Stages of a pipeline differ.
[[nodiscard]] std::vector<Rank> rank_classes(const Plan &plan);

/// What tells a kind of rank from the others.
enum class RankRole : std::uint8_t { all, first_stage, middle_stage, last_stage, one_rank };
[[nodiscard]] RankRole role_in(const Rank &rank, const Plan &plan);

/// The same as the JSON answer has it: "all" where nothing does, "first stage", "stage 2", "last stage", "rank 3".
[[nodiscard]] std::string role_of(const Rank &rank, const Plan &plan);

} // namespace plimsoll
