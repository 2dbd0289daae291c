// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/decoder.h"
#include "core/nn/cross_entropy.h"
#include "core/plan/stack_kinds.h"

namespace plimsoll::step {

/// Head and loss of one training forward as the plan has them; returns the scalar loss. `hidden` [batch, length, hidden] is the
/// model's last state. `logits` gets what the model's output holds of them, in pieces where the stack makes pieces, nothing
/// where they are never whole.
[[nodiscard]] Tensor training_loss(Machine &m, Decoder &decoder, const Plan &plan, Tensor hidden, std::vector<Tensor> &logits);

/// torchtune 0.7 modules/loss/cross_entropy_loss.py, LinearCrossEntropyLoss: eight pieces, each with its own logits; the
/// float32 log-probabilities of all stay for backward.
[[nodiscard]] Tensor torchtune_chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length);

/// torchtune 0.3 to 0.6 modules/loss/ce_chunked_output_loss.py, CEWithChunkedOutputLoss: the model returns its logits in eight
/// pieces, which stand until the loss is there.
[[nodiscard]] Tensor torchtune_chunked_outputs_loss(Machine &m, Decoder &decoder, Tensor hidden, Count batch, Count length);

struct ChunkedRows {
    Count batch = 1, length = 1, chunk = 128;
};
/// LitGPT 0.5.13: model(…, lm_head_chunk_size) and chunked_cross_entropy (utils.py). All logits stand, as a list.
[[nodiscard]] Tensor litgpt_chunked_loss(Machine &m, Decoder &decoder, Tensor hidden, const ChunkedRows &rows,
                                         std::vector<Tensor> &logits);

/// unsloth_zoo 2026.8 fused_losses/cross_entropy_loss.py, UnslothFusedLoss: gradients made in the forward pass, in pieces of
/// at most 4 GiB of float32 logits. A compiled kernel: logits and their gradient in the head's dtype.
[[nodiscard]] Tensor unsloth_fused_loss(Machine &m, Tensor hidden, Leaf &weight, Count batch, Count length);

/// TRL 1.16's fused head (SFTTrainer, its only form): per-token log-probabilities in tiles, made again in backward. `head`: the
/// output embedding, which reads the backbone's states whatever the model puts between.
[[nodiscard]] Tensor trl_fused_head_loss(Machine &m, LinearModule &head, Tensor hidden, Count batch, Count length);

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

/// From plan.libraries; the current release when it says nothing.
[[nodiscard]] CausalLoss causal_loss_of(const Plan &plan);

/// TRL's loss_type "nll": entropy (since 0.22) and token accuracy (since 0.15) of the model's logits, without gradients.
void trl_whole_logits_metrics(Machine &m, const Tensor &logits, const Plan &plan);


/// TRL's loss reads get_output_embeddings().weight, whatever its head does before (trainer/utils.py, add_fused_lm_head).
[[nodiscard]] inline bool tiles_head(const Plan &plan) { return plan.stack == Stack::trl && plan.loss.kind != LossKind::full; }

} // namespace plimsoll::step
