// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/communication.h"
#include "core/parallel/host_bytes.h"
#include "core/parallel/save.h"

#include <optional>

namespace plimsoll {

/// What a run takes beside its cards' steps, and where it may end after days: its hosts, its checkpoints, what it sends. Nothing of
/// a plan for one process without an engine.
struct RunFigures {
    std::optional<Communication> communication; ///< of the shown rank
    std::optional<HostBytes> host;              ///< of the fullest node
    std::optional<SaveBytes> save;
    bool operator==(const RunFigures &) const = default;
};

/// Of whoever runs the steps.
struct LoopTraits {
    bool trainer = true;          ///< transformers' Trainer with accelerate; else a plain loop
    bool own_collectives = false; ///< the model's own lines speak to the other tensor-parallel ranks
};

/// Of a resolved training plan. `rank`: whose communication; `resident`: allocated on its card between steps; `ranks_in_node`: of
/// the run's processes.
[[nodiscard]] RunFigures run_figures(const Architecture &architecture, const ResolvedPlan &plan, const Rank &rank,
                                     LoopTraits loop, Bytes resident, Count ranks_in_node);

} // namespace plimsoll
