// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/kernel_times.h"
#include "core/clock/run_time.h"

namespace plimsoll {

/// An engine or generate() under the plan's load.
[[nodiscard]] std::optional<RunTime> serving_time(const Estimate &estimate, const KernelTimes &kernels, const CardFacts &card);

} // namespace plimsoll
