// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/parallel/mesh.h"

#include <vector>

namespace plimsoll {

/// One process of a run, by its place in the mesh; it stands for those that hold the same.
struct Rank {
    Count data = 0, tensor = 0, stage = 0, context = 0, expert = 0; ///< places along the mesh, from 0
    Count like_it = 1;                                              ///< ranks that hold the same, this one counted
    bool operator==(const Rank &) const = default;
};

/// The ranks that differ in what they hold; each is run once. `like_it` sums to mesh.ranks(). One class today: whole copies
/// are alike, and plans that are split otherwise are refused before they are run.
[[nodiscard]] std::vector<Rank> rank_classes(const Mesh &mesh);

} // namespace plimsoll
