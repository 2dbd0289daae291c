// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/pieces.h"

#include <string>

namespace plimsoll {

// What GPT-2, GPTBigCode, GPT-Neo and GPT-J share.

/// Sizes, names and norms: transformer.h, wte, ln_1, ln_2, ln_f.
[[nodiscard]] DecoderSpec gpt_base(const Config &config);
[[nodiscard]] LayerSpec gpt_layer(const Config &config, Count hidden);
void set_learned_positions(DecoderSpec &spec, const Config &config);
[[nodiscard]] Heads heads_without_groups(const Config &config);
[[nodiscard]] AttentionSpec unrotated(const Heads &heads, std::string name);
/// Norm, attention, norm, MLP.
[[nodiscard]] TreeOrder gpt_order();
/// Decoders of an encoder-decoder pair attend to the encoder besides (GPT2Block, GPTBigCodeBlock).
void finish_gpt(Draft &draft, const Config &config, DecoderSpec spec, LayerSpec layer, bool conv1d);

} // namespace plimsoll
