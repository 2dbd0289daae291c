// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plimsoll {

/// What a plan would have on a card when it has come so far: a process never gives back what its allocator holds, so that phases only
/// rise.
struct PhaseMark {
    std::string phase; ///< "load", "forward", …
    Bytes device = 0;  ///< at least; of the phase of the peak: the peak
    bool operator==(const PhaseMark &) const = default;
};

/// A plan as readings are held against it. Bytes on the device, as nvidia-smi shows them for a process.
struct PlanMark {
    std::string name;
    Bytes device = 0;
    Bytes low = 0, high = 0; ///< 90 %
    Bytes weights = 0;       ///< what holds less than these is not the plan
    std::string phase;       ///< of the peak
    std::vector<PhaseMark> phases;
    bool operator==(const PlanMark &) const = default;
};

/// The process that a plan is held against: the one of these pids that holds the most, of all where none is named; null where none has a
/// figure.
[[nodiscard]] const LiveProcess *followed_process(const LiveGpu &gpu, const std::set<std::uint32_t> &pids = {});

/// The last of the plan's phases that a process with so much has reached; null before the first.
[[nodiscard]] const PhaseMark *reached(const PlanMark &plan, Bytes held);

/// Plan and card in sentences: "The plan takes 15.2 GiB (14.6 to 15.8) at loss backward; python3 (4242) holds 16.4 GiB, 1.2 GiB above
/// it." Never empty.
[[nodiscard]] std::string plan_text(const LiveGpu &gpu, const PlanMark &plan, const std::set<std::uint32_t> &pids = {});

[[nodiscard]] nlohmann::ordered_json plan_mark_to_json(const PlanMark &plan);

} // namespace plimsoll
