// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/rank.h"
#include "core/runner/default.h"
#include "core/serving/engine_start.h"

namespace plimsoll {

/// The start of Hugging Face's text-generation-inference (3.3.6, db931fcf of January 2026, its last): weights, a pass of
/// --max-batch-prefill-tokens tokens, and of what is free then, less a tenth of the card, blocks of keys and values. Settings:
/// gpu_memory_utilization is --cuda-memory-fraction, max_num_batched_tokens --max-batch-prefill-tokens, max_num_seqs
/// --max-concurrent-requests, inference.context --max-total-tokens. Error: what the planner cannot say of the model.
[[nodiscard]] Result<EngineStart> start_tgi(const StartCall &call);

namespace tgi {

/// --max-batch-prefill-tokens where nobody says it (launcher/src/main.rs, compute_optimal and vram_maximum): what the card
/// computes in the time of a token's weights, at most the model's positions, and what its memory holds beside the weights, as the
/// launcher guesses both.
[[nodiscard]] Count default_prefill_tokens(const ranks::Rank &rank, const StartCall &call);

/// --dtype where nobody says it (server/models/__init__.py): float16 for GPTQ and AWQ, else the model code's own.
[[nodiscard]] WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts &card);

/// --max-total-tokens where nobody says it: the configuration's positions; the start lowers them to what the cache holds.
[[nodiscard]] std::optional<TakenContext> context_when_unstated(const Plan &plan, const Architecture &model,
                                                                const CardFacts &card);

} // namespace tgi

} // namespace plimsoll
