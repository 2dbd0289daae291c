// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/plan/resolved_plan.h"
#include "core/runner/default.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// inference.context of an inference that names none, where its engine has a rule (Models::context).
[[nodiscard]] std::optional<TakenContext> engines_context(const Plan &plan, const Architecture &architecture,
                                                          const CardFacts &card);

/// parallel.data of a training that is sharded, or copied by an engine that was named, over a number of ranks that nobody stated: as
/// many as the target's first entry has cards, divided by the ranks of the other meshes; an assumption says so. One rank, with a
/// warning of code "open_ranks", where no target names several cards.
void take_open_ranks(Plan &plan, std::vector<std::string> &assumptions, std::vector<Warning> &warnings);

/// Of a training over processes: whose library spreads it, where nobody says, and what that engine makes of fields that were left
/// out; how many of them share a node of such cards. `assumptions`: a line for each that is taken. A plan of one process keeps no
/// engine but a stated one.
void take_parallel_engine(Plan &plan, const CardFacts &card, std::vector<std::string> &assumptions);

} // namespace plimsoll
