// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/simulate.h"

namespace plimsoll::step {

/// The start of the engine that the plan names (Runner::start), on this card: its figures, and what stands phase by phase.
/// Error: a setting that it does not have, or what the planner cannot say of the model.
[[nodiscard]] Result<Trace> started_engine(const Architecture &architecture, const ResolvedPlan &resolved,
                                           const CardFacts &device, bool record_events);

} // namespace plimsoll::step
