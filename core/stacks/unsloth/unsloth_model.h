// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/torch/autograd.h"

namespace plimsoll::step {

/// Unsloth 2026.10 models/llama.py and its kin: its norms, rotary embedding, attention and LoRA functions, batches as one row, its
/// checkpoints, and the buffers that stay on the card. Null where it runs the library's classes.
[[nodiscard]] ArchitectureRef unsloth_model(const Architecture &architecture, const Plan &plan);

/// unsloth_zoo 2026.10 fused_losses/fused_linear.py, the operation fused_linear_ce_v2: loss and gradients made together, in chunks of
/// rows, or, for a head that stands still, in tiles of rows and columns. `tokens` rows of which `scored` count.
[[nodiscard]] Tensor unsloth_chunked_loss(Machine &m, Tensor hidden, Leaf &weight, Count tokens, Count scored);

} // namespace plimsoll::step
