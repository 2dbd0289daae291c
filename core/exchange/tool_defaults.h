// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"
#include "core/exchange/text/config_text.h"

namespace plimsoll {

/// Puts what the tool takes where its configuration is silent into the plan, where the plan's own stack takes something else, with a
/// warning "default_taken" for each: a Trainer's eight rows a pass, the rank of `trl sft --use_peft`, the rows that run_clm.py makes.
/// `text`: what was read.
void take_tool_defaults(Imported &out, const ConfigText &text);

} // namespace plimsoll
