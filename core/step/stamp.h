// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/extend.h"

namespace plimsoll::step {

/// Periods of the two short models that stamp() wants.
inline constexpr int stamped_low = 3, stamped_high = 4;

/// The recorded run of a model of `layout` from those of two short models of the same layout with three and four periods: what
/// happens in a period between the first and the last is repeated with storages of its own. A step goes through its layers up
/// or down, in forward, backward, the optimizer's loops and loading alike; each way through is a sweep, whose second and third
/// period must do the same relative to themselves. What lies outside the sweeps, and their ends, must be the same in both
/// models but for sizes that count layers, which grow evenly. Nothing where that does not hold: then the long model has to run.
/// Events and ids are those of the long run; phases are read off them, without LayerPlaces. Throws TooLarge as the long run would.
[[nodiscard]] std::optional<Trace> stamp(const Trace &low, const Trace &high, const LayerLayout &layout);

/// Peaks and ends of the phases of recorded events.
[[nodiscard]] std::vector<PhaseRecord> phases_of(const EventList &events);

} // namespace plimsoll::step
