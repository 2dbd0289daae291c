// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/engine_start.h"

namespace plimsoll {

/// What mlx-lm 0.32 (d78bf58e, on MLX 0.32) holds while it generates: weights, tables packed too, caches that grow in steps of 256 tokens,
/// and a pass of --prefill-step-size tokens. Settings: max_num_batched_tokens is --prefill-step-size (2048);
/// inference.kv_dtype int8 and int4 are mlx_lm.generate's --kv-bits in groups of 64. It takes what it needs of
/// the machine's memory. Error: what the planner cannot say of the model.
[[nodiscard]] Result<EngineStart> start_mlx(const StartCall &call);

namespace mlx {

/// As stored (mlx_lm/utils.py, load_model).
[[nodiscard]] WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts &card);

} // namespace mlx

} // namespace plimsoll
