// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/torch/machine.h"

namespace plimsoll::step {

/// What the releases that plan.libraries names do otherwise than the known ones.
[[nodiscard]] Older older_of(const Plan &plan);

} // namespace plimsoll::step
