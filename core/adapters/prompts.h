// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_method.h"

// Tokens that are learned, before each row (peft 0.21.2 peft_model.py, PeftModelForCausalLM.forward).

namespace plimsoll::step {

/// num_virtual_tokens; PEFT asks for it, 20 in its examples.
[[nodiscard]] Count prompt_length(const AdapterUse &use);

/// The rows' own tokens looked up, and `prompt` [rows, tokens, hidden] before them in their dtype.
[[nodiscard]] Tensor behind_prompt(const EmbeddingCall &call, Tensor prompt);

} // namespace plimsoll::step
