// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"
#include "core/plan/resolved_plan.h"

#include <vector>

namespace plimsoll {

/// Of fields that change no byte ("no_effect") those that change the time are said to, code "time_alone": the plan is timed once more
/// without each of them. `time`: of this estimate.
void tell_what_changes_time(std::vector<Warning> &warnings, const Estimate &estimate, const RunTime &time);

} // namespace plimsoll
