// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <optional>

namespace plimsoll {

/// On what the plan's own engine raises, or what it cannot do, in its words: field, what was read, what is accepted. `plan`: every
/// field filled in. `trainer`: transformers' Trainer with accelerate; else a plain loop. Nothing where the plan is not spread.
[[nodiscard]] std::optional<Error> refused_by_engine(const Plan &plan, const Architecture &architecture, bool trainer);

} // namespace plimsoll
