// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/runner/default.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// inference.context of an inference that names none, where its engine has a rule (Models::context).
[[nodiscard]] std::optional<TakenContext> engines_context(const Plan &plan, const Architecture &architecture,
                                                          const CardFacts &card);

/// Of a training over processes: whose library spreads it, where nobody says, and what that engine makes of fields that were left
/// out; how many ranks there are, where it shards and nobody says: as many as the target has cards; how many of them share a node. `assumptions`: a line for each that is taken. A plan of one process keeps no
/// engine but a stated one.
void take_parallel_engine(Plan &plan, const CardFacts &card, std::vector<std::string> &assumptions);

/// Where the plan states none: the objective's own rollout.beta and distillation.on_policy, by its trainer, and loss.kind full where it
/// compares whole logits and the stack's head is read in tiles unless told; said among the assumptions.
void take_objective(Plan &plan, std::vector<std::string> &assumptions);

/// Where a stack has a prompt's completions as its micro batch, whatever was stated, if a step's rows are no multiple of them (unsloth
/// models/rl.py, check_num_generations). Depends on the batch, as no default does. What is said of it; empty: nothing is changed.
[[nodiscard]] std::string fill_generations(Plan &plan);

} // namespace plimsoll
