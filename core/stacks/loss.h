// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/nn/cross_entropy.h"
#include "core/runner/runner.h"

namespace plimsoll::step {

/// Head and loss of one training forward as the plan has them and its stack makes them; returns the scalar loss. `hidden`
/// [batch, length, hidden] is the model's last state. `logits` gets what the model's output holds of them, in pieces where the
/// stack makes pieces, nothing where they are never whole.
[[nodiscard]] Tensor training_loss(Machine &m, Decoder &decoder, const Plan &plan, const Runner &stack, Tensor hidden,
                                   std::vector<Tensor> &logits);

/// TRL 1.16's fused head (SFTTrainer, its only form): per-token log-probabilities in tiles, made again in backward. `head`: the
/// output embedding, which reads the backbone's states whatever the model puts between.
[[nodiscard]] Tensor trl_fused_head_loss(Machine &m, LinearModule &head, Tensor hidden, const TiledRows &rows);

/// ORPO and CPO of TRL 1.16 (experimental/orpo/orpo_trainer.py and cpo/cpo_trainer.py, concatenated_forward): the model's logits of
/// all positions in float32, the likelihood of the chosen half, log-probabilities of all rows by TRL's kernel.
[[nodiscard]] Tensor trl_whole_pairs_loss(Machine &m, Tensor logits, const Plan &plan);

/// Whole logits and their cross entropy as inductor compiles them (torch 2.15): they stay in the dtype that the head gives.
[[nodiscard]] Tensor compiled_causal_loss(Machine &m, Tensor logits, Count batch, Count length);

/// GKD of TRL 1.16 (experimental/gkd/gkd_trainer.py, generalized_jsd_loss): float32 logits of pupil and teacher, all positions;
/// `scored` of a row are completions. Without a teacher's logits the pupil's own log-probabilities alone.
[[nodiscard]] Tensor trl_generalized_jsd(Machine &m, Tensor logits, const Tensor &taught, Count scored);

/// DistillationTrainer of TRL 1.16: states of both, [rows, completion, hidden] each, through both heads in tiles.
[[nodiscard]] Tensor trl_chunked_divergence(Machine &m, LinearModule &head, Tensor hidden, LinearModule &teacher_head,
                                            Tensor taught);

/// OnlineDPOTrainer of TRL 1.16: log-probabilities of the last `completion` tokens of every row, from whole float32 logits.
[[nodiscard]] Tensor trl_online_log_probs(Machine &m, Tensor logits, Count completion);

/// The planner's own chunked loss: head, float32 copy and cross entropy of `chunk` tokens at a time, each under
/// torch.utils.checkpoint, so that no more than one chunk's logits stand at once.
[[nodiscard]] Tensor chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length, Count chunk);

/// Cut cross entropy (apple/ml-cross-entropy, cce.py): logits only in the multiprocessors' memory; needs 16-bit operands,
/// so autocast casts head and hidden states.
[[nodiscard]] Tensor cut_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length);

/// Liger 0.8.5: head and loss in chunks of tokens; gradients are made in the forward pass and kept.
[[nodiscard]] Tensor liger_fused_linear_loss(Machine &m, Tensor hidden, Leaf &weight, Count batch, Count length, bool summed);

/// Liger's cross entropy on whole float32 logits: the gradient is written over them.
[[nodiscard]] Tensor liger_cross_entropy_loss(Machine &m, Tensor logits, Count batch, Count length, bool summed);

} // namespace plimsoll::step
