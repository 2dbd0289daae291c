// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/runner_names.h"
#include "core/runner/runner.h"

/// The stacks: core/stacks/<name>.cpp has each. Of all files but theirs only core/resolve/runners.cpp names them.
namespace plimsoll::stacks {

#define PLIMSOLL_DECLARED(variable, name) extern const Runner variable;
PLIMSOLL_STACKS(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED

} // namespace plimsoll::stacks
