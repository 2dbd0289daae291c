// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace plimsoll {

/// Freezes what stands beside the language model in full fine-tuning, where the plan's stack does so unless told (its row of
/// `trainable`) and the plan says nothing; adds what was taken to `said`.
/// What of the tower and the projector trains where the plan has pictures and does not say: what the stack leaves them as.
void take_images(Plan &plan, std::vector<std::string> &said);
void take_frozen_towers(Plan &plan, const Architecture &architecture, std::vector<std::string> &said);

} // namespace plimsoll
