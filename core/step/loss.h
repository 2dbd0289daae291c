// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/decoder.h"

namespace plimsoll::step {

/// transformers' ForCausalLMLoss (loss/loss_utils.py, 5.23): logits to float32, shifted labels, cross entropy.
/// `logits` [batch, length, vocab]; returns the scalar loss.
[[nodiscard]] Tensor causal_lm_loss(Machine &m, Tensor logits, Count batch, Count length, bool summed);

/// torch.nn.functional.cross_entropy on float32 logits: log_softmax keeps its result, nll_loss the targets.
[[nodiscard]] Tensor cross_entropy(Machine &m, Tensor logits, Tensor targets);

} // namespace plimsoll::step
