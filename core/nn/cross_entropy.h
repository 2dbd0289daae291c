// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/ops.h"

namespace plimsoll::step {

/// How a release of transformers comes from the head's result to the loss.
enum class CausalLoss : std::uint8_t {
    shifts_labels,  ///< from 4.50 on: float32 in the loss, the labels are padded and shifted
    shifts_logits,  ///< 4.45 to 4.49: float32 in the loss, then a contiguous copy of the shifted logits
    upcasts_output, ///< before: the model's own logits are float32, then the same copy
};

/// transformers' ForCausalLMLoss (loss/loss_utils.py, 5.23): logits to float32, shifted labels, cross entropy.
/// `logits` [batch, length, vocab]; returns the scalar loss.
[[nodiscard]] Tensor causal_lm_loss(Machine &m, Tensor logits, Count batch, Count length, bool summed,
                                    CausalLoss form = CausalLoss::shifts_labels);

/// torch.nn.functional.cross_entropy of `logits[..., :-1, :].contiguous()` as they are, [batch, length, vocab], whoever calls it
/// having the logits until it returns.
[[nodiscard]] Tensor shifted_logits_loss(Machine &m, const Tensor &logits, Count batch, Count length);

/// Sum of everything: a scalar; backward expands without memory.
[[nodiscard]] Tensor sum_all(Machine &m, Tensor x);

/// torch.nn.functional.cross_entropy on logits as they are: log_softmax in their dtype, which autocast leaves alone since it is
/// given, then nll_loss, for which autocast makes float32.
[[nodiscard]] Tensor cross_entropy_as_given(Machine &m, Tensor logits, Tensor targets);

/// torch.nn.functional.cross_entropy on float32 logits: log_softmax keeps its result, nll_loss the targets.
[[nodiscard]] Tensor cross_entropy(Machine &m, Tensor logits, Tensor targets);

} // namespace plimsoll::step
