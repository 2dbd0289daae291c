// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/card_facts.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/plan/resolved_plan.h"

#include <optional>

namespace plimsoll {

/// "context_not_stated": an inference whose length nobody named. Says which length is planned and what its keys and values take of one
/// request, and the same of the other length that may be meant: the model's own, or the planner's. Nothing where both are one.
[[nodiscard]] std::optional<Warning> context_note(const Plan &resolved, const Architecture &architecture, const CardFacts &card);

} // namespace plimsoll
