// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <optional>

namespace plimsoll {

/// Why this plan's `trainable` cannot be: no such part, or no gradient that reaches it.
/// Nothing where none is given.
[[nodiscard]] std::optional<Error> check_trainable(const Plan &plan, const Architecture &architecture);

} // namespace plimsoll
