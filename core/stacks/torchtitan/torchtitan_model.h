// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/runner/runner.h"

namespace plimsoll::step {

/// torchtitan 0.3.0's own model where it has lines of its own for such layers (models/llama3, models/qwen3, models/common); null
/// elsewhere: its experiments run transformers' modules. Tables of angles are as long as the plan's rows.
[[nodiscard]] ArchitectureRef torchtitan_model(const Architecture &architecture, const Plan &plan);

/// ChunkedLossWrapper of torchtitan 0.3.0 (components/loss.py): eight pieces of the sequence, each with the head, the loss and their
/// backward at once.
[[nodiscard]] Tensor torchtitan_chunked_loss(Machine &m, const LossCall &call);

/// CrossEntropyLoss of torchtitan 0.3.0 on whole logits, of which each tensor-parallel rank has its columns.
[[nodiscard]] Tensor torchtitan_whole_loss(Machine &m, const LossCall &call);

// ---- what ranks that divide a model's matrices tell each other (spmd_types 0.3.1 _collectives.py, torch 2.15
// distributed/_functional_collectives.py)

/// A share of the tokens, or what all ranks hold, in front of matrices that are cut by columns.
[[nodiscard]] Tensor enter_columns(Machine &m, Tensor x, const TensorShare &share);
/// Summands of all ranks behind matrices that are cut by rows: a share of the tokens, or all of them.
[[nodiscard]] Tensor leave_rows(Machine &m, Tensor x, const TensorShare &share);

} // namespace plimsoll::step
