// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <optional>

namespace plimsoll {

/// Why this plan's `trainable` cannot be: no such part, or no gradient that reaches it.
/// Nothing where none is given.
[[nodiscard]] std::optional<Error> check_trainable(const Plan &plan, const Architecture &architecture);

/// Whether the embedding's output is made to need a gradient where layers are checkpointed and no adapter trains: transformers 5.23
/// modeling_utils.py, _activation_checkpointing_enable; unsloth_zoo 2026.8.13 training_utils.py, prepare_model_for_training.
[[nodiscard]] bool asks_for_input_gradients(const Plan &plan);

} // namespace plimsoll
