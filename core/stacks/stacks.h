// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/runner_names.h"
#include "core/runner/runner.h"

#include <vector>

/// The stacks: core/stacks/<name>.cpp has each. Of all files but theirs only core/stacks/stacks.cpp names them.
namespace plimsoll::stacks {

#define PLIMSOLL_DECLARED(variable, name) extern const Runner variable;
PLIMSOLL_STACKS(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED

/// The stack that a plan names, whatever its task.
[[nodiscard]] const Runner &of(const Plan &plan);
/// Every stack, in the order of the names.
[[nodiscard]] const std::vector<const Runner *> &all();
/// One more, which plans may name from now on; before plan_fields() is first asked and while nothing else runs.
Stack add(const Runner &stack);

} // namespace plimsoll::stacks
