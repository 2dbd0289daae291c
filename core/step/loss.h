// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/decoder.h"

namespace plimsoll::step {

/// Head and loss of one training forward as the plan has them; returns the scalar loss. `hidden` [batch, length, hidden] is the
/// model's last state. `logits` gets what the model's output holds of them, nothing where they are never whole.
[[nodiscard]] Tensor training_loss(Machine &m, Decoder &decoder, const Plan &plan, Tensor hidden, Tensor &logits);

/// TRL 1.16's fused head (SFTTrainer, its only form): per-token log-probabilities in tiles, made again in backward.
[[nodiscard]] Tensor trl_fused_head_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length);

/// transformers' ForCausalLMLoss (loss/loss_utils.py, 5.23): logits to float32, shifted labels, cross entropy.
/// `logits` [batch, length, vocab]; returns the scalar loss.
[[nodiscard]] Tensor causal_lm_loss(Machine &m, Tensor logits, Count batch, Count length, bool summed);

/// Sum of everything: a scalar; backward expands without memory.
[[nodiscard]] Tensor sum_all(Machine &m, Tensor x);

/// torch.nn.functional.cross_entropy on float32 logits: log_softmax keeps its result, nll_loss the targets.
[[nodiscard]] Tensor cross_entropy(Machine &m, Tensor logits, Tensor targets);

} // namespace plimsoll::step
