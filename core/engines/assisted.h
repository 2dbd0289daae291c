// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/inference.h"

namespace plimsoll::step {

/// transformers 5.23 generate(assistant_model=…), greedy: the assistant drafts tokens one by one, the model checks them in one
/// forward. All that is drafted is taken to be right: what is held grows with the length alone.
void generate_assisted(Machine &m, Decoder &decoder, Decoder &assistant, const ForwardCall &call);

/// Why a model cannot draft for another in this plan; nothing when it can.
[[nodiscard]] std::optional<Error> unsupported_assistant(const DecoderSpec &spec, const Architecture *assistant,
                                                         const Plan &plan);

} // namespace plimsoll::step
