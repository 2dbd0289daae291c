// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/live/plan_mark.h"

namespace plimsoll {

/// The plan's figures as readings are held against them, of the process that is shown. Phases by the highest that is allocated in
/// them or before, with what the process has beside the allocator; the one of the peak, and those after it, are the peak. An estimate
/// without a timeline has the loading and the peak.
[[nodiscard]] PlanMark plan_mark(const Estimate &estimate, std::string name = {});

} // namespace plimsoll
