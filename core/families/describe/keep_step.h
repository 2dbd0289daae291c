// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/extension.h"
#include "core/model/family.h"

// The step of a model whose tree stands.

namespace plimsoll {

/// Keeps `spec` as the step: tied where the tree ties its head.
void keep_step(Draft &draft, DecoderSpec spec);
/// keep_step() for a head that scores a sequence by its last token.
void keep_reward(Draft &draft, DecoderSpec spec);
/// Keeps `sequence` as the step of a model that is no decoder; its modules are those of the tree. `scores`: numbers that the
/// head gives for each position or sequence.
void keep_sequence(Draft &draft, SequenceSpec sequence, Count scores, std::vector<std::string> approximations = {});
/// Says that the step of `spec` is something near what the library runs.
void approximate(DecoderSpec &spec, std::string text);
/// "lm_head", tied to `embedding` where the configuration or `tied_by_default` says so; keeps `spec` as the step.
void add_lm_head(Draft &draft, const Config &config, Count hidden, Count vocab, const std::string &embedding,
                 bool tied_by_default, std::optional<DecoderSpec> spec = std::nullopt);

} // namespace plimsoll
