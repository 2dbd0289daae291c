// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/llama/llama_beside.h"

#include <optional>

namespace plimsoll::engines {

/// What llama.cpp's converter and server refuse of this call whatever a card holds, in their words (0c1e57098, convert_hf_to_gguf.py,
/// src/llama-context.cpp, tools/server/server-context.cpp); nothing where they go on.
[[nodiscard]] std::optional<Error> refused_by_llama(const StartCall &call, const LlamaBeside &beside);

/// Whether the server frees who drafts once it has looked at both vocabularies (common/speculative.cpp,
/// common_speculative_are_compatible), and serves without.
[[nodiscard]] bool frees_drafter(const StartCall &call, const LlamaBeside &beside, const LlamaBuild &build);

/// Takes a freed drafter out of what stands, and says so.
void free_drafter(EngineStart &out, const StartCall &call, const LlamaStart &start);

} // namespace plimsoll::engines
