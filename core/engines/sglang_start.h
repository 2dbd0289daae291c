// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/engine_start.h"

namespace plimsoll {

/// SGLang's start on one card, of 0.5.23 and of releases since 0.4 (srt/model_executor/model_runner.py): a share of the memory that is
/// free before the weights are loaded goes to them and to pools of tokens, windows and states; the rest is slack for tables,
/// workspaces, graphs and passes, which it does not measure. EngineStart's activation and graphs are estimates of those.
/// `call.plan` says what is loaded, on how many cards, and context and sequences of the load. Error: a model without a decoder, or
/// one whose pools are not known.
[[nodiscard]] Result<EngineStart> start_sglang(const StartCall &call);

} // namespace plimsoll
