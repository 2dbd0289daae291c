// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/runner_names.h"
#include "core/runner/runner.h"

/// The engines: core/engines/<name>.cpp has each; those that were held against no measurement stand in unmeasured/. Of all files but theirs only core/resolve/runners.cpp names them.
namespace plimsoll::engines {

#define PLIMSOLL_DECLARED(variable, name) extern const Runner variable;
PLIMSOLL_ENGINES(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED

/// What carries out task extract: one forward pass of transformers' model, whatever the plan's engine.
extern const Runner one_pass;

} // namespace plimsoll::engines
