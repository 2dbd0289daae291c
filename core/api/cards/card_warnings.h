// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/cluster.h"
#include "core/estimate/estimate.h"

#include <vector>

namespace plimsoll {

/// Where a target names another number of cards than the run takes: "idle_cards" where some stand idle, whose memory counts
/// nowhere, "missing_cards" where there are too few. A name without a number says the kind of card alone.
/// "shared_memory" of each card that has one memory with its host: what a process may take, what was free at a start, and what of
/// the plan gains nothing there.
[[nodiscard]] std::vector<Warning> card_warnings(const Estimate &estimate, const Cluster &cluster);

} // namespace plimsoll
