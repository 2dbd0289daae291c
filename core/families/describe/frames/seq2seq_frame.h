// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/sequence.h"
#include "core/model/family.h"

#include <string>
#include <vector>

namespace plimsoll {

/// What is said of the step of an encoder-decoder whose head is `head`.
[[nodiscard]] std::vector<std::string> notes_of(SequenceHead head);

// Layers of BART, which Whisper has too.
void add_bart_layers(Tree &tree, Count layers, Count hidden, Count width, bool decoder, bool key_bias = true);
[[nodiscard]] SequenceSpec bart_spec(const Config &config, const step::SequenceClass &of, std::string base);
/// The decoder that BartForCausalLM and its kin run alone: `head` over `vocab` numbers, tied to its embedding.
void finish_decoder_alone(Draft &draft, SequenceSpec spec, const std::string &head, Count vocab, bool tie);

namespace step {

/// Layers of BART's `stack` ("model.decoder.") and the norm behind them, where it has one.
[[nodiscard]] Tensor bart_layers(SequenceModel &model, Machine &m, const std::string &stack, Tensor hidden, const Tensor &memory,
                                 const AttentionMask &mask, bool decoder, const ForwardInputs &inputs);

} // namespace step

} // namespace plimsoll
