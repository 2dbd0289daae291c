// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/llama/llama_beside.h"

namespace plimsoll::engines {

/// A call of llama.cpp, and what stands beside its model.
struct LlamaPrepared {
    LlamaCall call;
    LlamaBeside beside;
};

/// The call of a plan. `pictures`: a projector is loaded. Error: settings that llama.cpp does not have.
[[nodiscard]] Result<LlamaPrepared> llama_prepared(const StartCall &call, bool pictures);

/// What a start comes to, and what of it was lowered so that it fits.
[[nodiscard]] EngineStart llama_answer(const StartCall &call, const LlamaPrepared &asked, const LlamaStart &start);

} // namespace plimsoll::engines
