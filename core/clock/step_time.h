// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/kernel_times.h"
#include "core/clock/run_time.h"

namespace plimsoll {

/// Rows that one rank trains on in one step as micro_batch counts them (of pairs, pairs), which a loop that steps behind each pass takes for those of one prompt.
[[nodiscard]] double rows_of_step(const Plan &resolved);

/// A training's step.
[[nodiscard]] std::optional<RunTime> training_time(const Estimate &estimate, const KernelTimes &kernels, const CardFacts &card);

} // namespace plimsoll
