// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/live/live.h"
#include "ui/document/numbers.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace plimsoll {

/// What was looked for, a line each, each after a line break.
[[nodiscard]] QString looked_for_text(const LiveSnapshot &snapshot);

/// The process that is followed: the one somebody attached to, else the one that holds the most; null where the driver tells of none.
[[nodiscard]] const LiveProcess *followed(const LiveGpu &gpu, std::optional<std::uint32_t> attached);

/// "python3 (4242)" of that one; empty where there is none.
[[nodiscard]] QString process_title(const LiveGpu &gpu, std::optional<std::uint32_t> attached = {});

/// How far the process that is followed is from the plan's peak: "python3 4242 holds 16.4 GiB: 1.2 GiB above the plan's peak
/// at loss backward." Both are what nvidia-smi shows for a process. Where no process is told of, all of them together stand for
/// it, and that is said. Empty without a reading, and for what holds less than the plan's weights: nothing runs yet that could
/// be the plan.
[[nodiscard]] QString drift_text(const LiveGpu &gpu, const Estimate &estimate, const Numbers &numbers,
                                 std::optional<std::uint32_t> attached = {});

/// What a process that holds more than the plan's peak can have grown by: the parts that the plan does not fix, with their bytes
/// in it. A reading tells no more. Empty for others.
[[nodiscard]] QString growth_text(const LiveGpu &gpu, const Estimate &estimate, const Numbers &numbers,
                                  std::optional<std::uint32_t> attached = {});

/// What the card does not tell and why, as `plimsoll watch` says it: "Not told: power: not supported by this card." Empty where it
/// tells all.
[[nodiscard]] QString missing_text(const LiveGpu &gpu);

} // namespace plimsoll
