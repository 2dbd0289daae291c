// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/simulate.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A phase of a simulated run, as measurements tell phases apart: "load", "forward" with the loss, "backward" with the loss's,
/// "optimizer_step", "generate" with the prompt's pass, "extract", "evaluation".
struct PlannedPhase {
    Count step = 0; ///< 0: loading
    std::string phase;
    Bytes allocated_peak = 0, reserved_peak = 0, allocated_end = 0;
    Bytes tensors_peak = 0;         ///< of what is alive, each rounded to 512 bytes: without what blocks hold beside it
    std::size_t event = 0;          ///< where that peak stands: index into Trace::events
    ComponentBytes components = {}; ///< of tensors_peak
    bool operator==(const PlannedPhase &) const = default;
};

/// How measurements call a phase of the simulation.
[[nodiscard]] std::string_view measured_name(Phase phase);

/// What PyTorch's caching allocator holds through the phases of a recorded trace, loading and the steps that were run.
[[nodiscard]] std::vector<PlannedPhase> planned_phases(const step::Trace &trace, const Plan &resolved);

} // namespace plimsoll
