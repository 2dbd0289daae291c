// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/cluster.h"
#include "core/estimate/estimate.h"

namespace plimsoll {

/// The cluster as the plan's run takes it. Entries of several kinds whose cards are together as many as a training has ranks are one
/// run: each gets the ranks that sit on it, in the order in which the cards are named, as torchrun and the engines number them. Else
/// entries are alternatives, as they came.
[[nodiscard]] Cluster with_ranks(Cluster cluster, const Plan &plan);

/// Whether the nodes make one run.
[[nodiscard]] bool is_one_run(const Cluster &cluster);

/// A process of a run on its card, as verdicts look at it.
struct Holder {
    const Estimate &run;
    const ProcessEstimate &process;
    Bytes saving = 0; ///< allocated on its card while a checkpoint is written; 0: not there, or not simulated
};

/// The one that needs most of its card: of all, with what rank 0 saves, as the cards are alike; with own_ranks of the ranks that sit
/// there.
[[nodiscard]] Holder holder_of(const Estimate &estimate, const std::optional<RankRange> &own_ranks = {});

} // namespace plimsoll
