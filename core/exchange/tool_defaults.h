// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

namespace plimsoll {

/// Puts what the tool takes where its configuration is silent into the plan, where the plan's own stack takes something else, with a
/// warning "default_taken" for each: a Trainer's eight rows a pass, ms-swift's one row of an evaluation.
void take_tool_defaults(Imported &out);

} // namespace plimsoll
