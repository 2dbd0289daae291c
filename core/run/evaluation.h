// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/resolve/resolve.h"

#include <optional>

namespace plimsoll::step {

/// Least that an evaluation of transformers' Trainer allocates with its default batch of 8 rows of the plan's length, on
/// top of `steady` bytes: hidden states, the head's result, its float32 copy and its log-probabilities. Whole logits stand
/// in evaluation even where training never makes them (Liger skips them in training only); TRL's fused head never does.
/// Nothing for a loop that is not the Trainer's.
[[nodiscard]] std::optional<Bytes> evaluation_bytes(const DecoderSpec &spec, const Plan &plan, Bytes steady);

/// Says so when that is more than training's own peak.
[[nodiscard]] std::optional<Warning> evaluation_warning(const DecoderSpec &spec, const Plan &plan, Bytes steady,
                                                        Bytes training_peak);

} // namespace plimsoll::step
