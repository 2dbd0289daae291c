// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/runner/default.h"
#include "core/serving/engine_start.h"

namespace plimsoll {

/// The start of ExLlama: ExLlamaV3 (1.4.1, 4f8ad012), and ExLlamaV2 (0.3.2, da07facd) for checkpoints in EXL2 and GPTQ, which V3 does
/// not read, and where the plan names its release. Weights but the embedding, which stays with the host, a cache made whole
/// (--cache_size: inference.context × inference.sequences), and a pass of max_num_batched_tokens tokens (max_chunk_size, 2048). It takes
/// what it needs; what must stay free beside it is in its refusal. Error: what the planner cannot say of the model.
[[nodiscard]] Result<EngineStart> start_exllama(const StartCall &call);

namespace exllama {

/// Both compute in float16 (loader: float2half).
[[nodiscard]] WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts &card);

/// --cache_size where nobody says it (model_init.py, add_args); V2 takes the configuration's positions.
[[nodiscard]] std::optional<TakenContext> context_when_unstated(const Plan &plan, const Architecture &model,
                                                                const CardFacts &card);

} // namespace exllama

} // namespace plimsoll
