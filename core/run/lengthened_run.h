// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/layer_layout.h"

namespace plimsoll::step {

/// Periods of the short model that lengthen() wants.
inline constexpr int short_run_periods = 4;

/// The recorded run of a model of `layout` from that of one of the same layout with four periods, whose second one stands for all
/// that the long one has more (repeated(layout, short_run_periods)): what happens in a period between the first and the last is
/// repeated with storages of its own. A step goes through its layers up or down, in forward, backward, the optimizer's loops and
/// loading alike; each way through is a walk, whose second and third period must do the same relative to themselves. Nothing
/// where that does not hold: then the long model has to run. Events, ids and phases are those of the long run; everything else
/// the short run has counted already. Throws TooLarge as the long run would.
[[nodiscard]] std::optional<Trace> lengthen(Trace run, const LayerLayout &layout);

/// Peaks and ends of the phases of recorded events.
[[nodiscard]] std::vector<PhaseRecord> phases_of(const EventList &events);

} // namespace plimsoll::step
