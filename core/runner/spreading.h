// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/runner.h"

#include <optional>

namespace plimsoll {

// How a stack spreads a training that does not say so itself: one rule for what is estimated and for what is written into another
// tool's files.

/// The plan's engine; else the stack's own, else by what is sharded (core/plan/parallel_engine.h). Nothing: one process, nothing
/// sharded. The plan's ranks are as data_ranks_in() has them.
[[nodiscard]] std::optional<ParallelEngine> engine_in(const Runner &stack, const Plan &plan);

/// Data-parallel ranks: the plan's. Where it names none and a library spreads it, as many as the target's cards leave beside the
/// other meshes: launchers start one process on each card of the machine unless told (torchrun, accelerate, deepspeed), and
/// configurations that shard leave the number to them.
[[nodiscard]] Count data_ranks_in(const Runner &stack, const Plan &plan);

} // namespace plimsoll
