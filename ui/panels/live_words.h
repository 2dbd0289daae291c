// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/live/live.h"
#include "ui/document/numbers.h"

#include <QString>

namespace plimsoll {

/// "python3 4242"; empty where the driver tells of no process.
[[nodiscard]] QString process_title(const LiveGpu &gpu);

/// How far the process that holds the most is from the plan's peak: "python3 4242 holds 16.4 GiB: 1.2 GiB above the plan's peak
/// at loss backward." Both are what nvidia-smi shows for a process. Where no process is told of, all of them together stand for
/// it, and that is said. Empty without a reading, and for what holds less than the plan's weights: nothing runs yet that could
/// be the plan.
[[nodiscard]] QString drift_text(const LiveGpu &gpu, const Estimate &estimate, const Numbers &numbers);

/// What a process that holds more than the plan's peak can have grown by: the parts that the plan does not fix, with their bytes
/// in it. A reading tells no more. Empty for others.
[[nodiscard]] QString growth_text(const LiveGpu &gpu, const Estimate &estimate, const Numbers &numbers);

/// "93 % of the card is in use."; empty while it is less than nearly_full_percent.
[[nodiscard]] QString full_text(const LiveGpu &gpu);

} // namespace plimsoll
