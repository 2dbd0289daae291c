// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/kernel_times.h"
#include "core/clock/run_time.h"

namespace plimsoll {

/// A training's step.
[[nodiscard]] std::optional<RunTime> training_time(const Estimate &estimate, const KernelTimes &kernels, const CardFacts &card);

} // namespace plimsoll
