// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/step/machine.h"

namespace plimsoll::step {

/// A plan replayed through loading and two steps (training) or one call (inference).
struct Trace {
    std::vector<PhaseRecord> phases;
    std::vector<Event> events; ///< empty unless recorded
    std::vector<Shape> shapes; ///< of the events, some perhaps twice
    Bytes after_load = 0;
    Bytes load_peak = 0;
    ComponentBytes after_load_components{};
    ComponentBytes between_steps{}; ///< after the last optimizer step
    Bytes gradient_bytes = 0;       ///< of a whole step, all that train
    Count trainable_parameters = 0;
};

/// Runs a resolved plan. Errors name what cannot be simulated. Pure.
[[nodiscard]] Result<Trace> simulate(const Architecture &architecture, const ResolvedPlan &plan, const DeviceFacts &device,
                                     bool record_events);

} // namespace plimsoll::step
