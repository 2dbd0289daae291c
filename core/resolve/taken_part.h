// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// Which parts train where the plan does not say, and what was taken, to `said`. In full fine-tuning what stands beside the language
/// model is frozen where the plan's stack does so unless told (its row of `trainable`). With pictures in the rows: what the stack leaves
/// the tower and the projector as.
void take_parts(Plan &plan, const Architecture &architecture, std::vector<std::string> &said);

} // namespace plimsoll
