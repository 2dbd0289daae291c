// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/measured/measured.h"
#include "core/measured/torch_snapshot.h"

#include <istream>
#include <map>
#include <string>
#include <vector>

namespace plimsoll {

/// A snapshot as a run: curves and phases of the device that has most entries.
struct SnapshotRun {
    Measured measured; ///< allocated figures are of what was asked for, each rounded to 512 bytes
    std::uint32_t device = 0;
    std::vector<std::uint64_t> peaks; ///< for each of measured.phases: which entry of the device makes its peak, from 0
    std::vector<std::vector<Bytes>> courses =
        {}; ///< likewise: what was allocated through it, the highest of each stretch of entries; none of late phases
};

/// Streams the snapshot once; memory goes with what is alive in it, its stacks, and a little for each entry. Phases come from the
/// entries' user_metadata where they read "step N PHASE" (as the measuring script writes them), else from their stacks. What was
/// allocated before the trace began follows from the segments at its end.
[[nodiscard]] Result<SnapshotRun> measured_snapshot(std::istream &in);

/// What is alive of one size at one place.
struct LiveSize {
    Bytes size = 0; ///< each, rounded to 512 bytes
    Count count = 0;
    SnapshotPlace place;
};
/// What of the trace is alive after an entry of the device: a second reading of the same snapshot. The largest together first.
[[nodiscard]] Result<std::vector<LiveSize>> living_at(std::istream &in, std::uint32_t device, std::uint64_t entry);

} // namespace plimsoll
