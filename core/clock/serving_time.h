// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/kernel_times.h"
#include "core/clock/run_time.h"

namespace plimsoll {

/// Completions of one optimizer step, by an engine that stands beside the training.
struct MadeCompletions {
    double seconds = 0;
    double rows = 0;    ///< of one engine
    double at_once = 1; ///< of them
};
/// Every completion to its stated length. Nothing where no such engine stands there, its start is not known, or the lengths are not.
[[nodiscard]] std::optional<MadeCompletions> generation_time(const Estimate &trained, const KernelTimes &kernels,
                                                             const CardFacts &card);

/// An engine or generate() under the plan's load.
[[nodiscard]] std::optional<RunTime> serving_time(const Estimate &estimate, const KernelTimes &kernels, const CardFacts &card);

} // namespace plimsoll
