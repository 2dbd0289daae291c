// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"
#include "core/runner/runner.h"
#include "core/torch/autograd.h"

namespace plimsoll::step {

/// torchtitan 0.3 models/common: its own modules in the place of transformers', of models whose lines are LLaMA's. Else null.
[[nodiscard]] ArchitectureRef torchtitan_model(const Architecture &architecture, const Plan &plan);

/// torchtitan 0.3 components/loss.py, ChunkedLossWrapper: head, loss and their backward in eight pieces of the sequence, one after
/// the other, before the backward of what the head read.
[[nodiscard]] Tensor torchtitan_chunked_loss(Machine &m, const LossCall &call);

} // namespace plimsoll::step
