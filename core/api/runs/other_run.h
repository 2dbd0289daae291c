// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/measured/measured.h"

#include <string>
#include <vector>

namespace plimsoll {

/// Of a table of several tests takes those of the plan's own model, layers on cards and depth into `speed`; where none is of it, `speed`
/// stays as it is. Models are told apart by parameters (3 %) and by the bytes of their weights (10 %), depths by the plan's prompt.
void take_tests_of_plan(Measured &measured, const Estimate &estimate);

/// What the run says of itself that is not the plan's: its card, model, layers on cards, depth or load. Phrases; none: it may be the plan's
/// run, for all that it says.
[[nodiscard]] std::vector<std::string> other_than_planned(const Measured &measured, const Estimate &estimate);

} // namespace plimsoll
