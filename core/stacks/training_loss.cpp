// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/plan/releases.h"
#include "core/stacks/loss.h"
#include "core/torch/mixer_ops.h"

namespace plimsoll::step {

namespace {

/// From plan.libraries; the current release when it says nothing.
CausalLoss causal_loss_of(const Plan &plan)
{
    if (older_of(plan).upcasts_logits) return CausalLoss::upcasts_output;
    return older_of(plan).shifts_logits ? CausalLoss::shifts_logits : CausalLoss::shifts_labels;
}

/// auto: whole logits below 10 GiB, in the dtype of the head's result.
bool in_chunks(Decoder &decoder, const Plan &plan)
{
    constexpr Bytes limit = 10 * gib;
    if (plan.loss.kind != LossKind::auto_) return plan.loss.kind == LossKind::chunked;
    const Count logits = product(plan.micro_batch, plan.sequence_length, decoder.spec().vocab);
    return product(logits, size_of(decoder.logits_dtype(plan.autocast))) > limit;
}

/// The last token's state of every sequence, made one long, and what is similar to what: float32 (sentence-transformers' pooling and
/// normalisation, ms-swift 4.6 trainers/embedding_trainer.py and loss/).
Tensor pooled_loss(Machine &m, Tensor hidden, const Plan &plan)
{
    const Shape whole = hidden.shape();
    const Count batch = plan.micro_batch;
    Tensor pooled = copy_of(m, narrow(m, std::move(hidden), {batch, 1, whole.last()}), {batch, whole.last()}, "index");
    pooled = to(m, std::move(pooled), Dtype::fp32);
    return sum_all(m, copy_of(m, std::move(pooled), {batch, batch}, "matmul"));
}

/// TRL before 1.0 models/modeling_value_head.py, AutoModelForCausalLMWithValueHead: logits of every token, which become float32 and go
/// when the trainer takes the values alone (LLaMA-Factory 0.9.6 train/rm/trainer.py, compute_loss); a linear of one output in float32
/// behind a dropout of 0.1, under autocast.
Tensor value_loss(Machine &m, Decoder &decoder, Tensor hidden)
{
    {
        const Tensor whole = to(m, decoder.returned_logits(m, decoder.logits(m, hidden)), Dtype::fp32);
    }
    constexpr double summary_dropout_prob = 0.1;
    const Shape shape = hidden.shape();
    hidden = to(m, dropout(m, std::move(hidden), summary_dropout_prob), Dtype::fp32);
    if (m.autocast) hidden = to(m, std::move(hidden), *m.autocast);
    Ref<Node> node;
    if (any_requires_grad(m, {&hidden}))
        node = make_node(m, {&hidden}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
            g[0] = mm.empty(shape, self.saved[0].unpack(mm).dtype(), "mm");
        });
    m.multiplies(shape.rows(), 1, shape.last(), hidden.dtype());
    Tensor values = m.empty({shape.rows(), 1}, hidden.dtype(), "v_head");
    if (node) {
        node->saved[0].keep(m, hidden);
        attach(values, node);
    }
    return sum_all(m, std::move(values));
}

} // namespace

Tensor training_loss(Machine &m, Decoder &decoder, const Plan &plan, const Runner &stack, Tensor hidden,
                     std::vector<Tensor> &logits)
{
    if (objective_of(plan).head == ObjectiveHead::none && decoder.sequence() == nullptr)
        return pooled_loss(m, std::move(hidden), plan);
    if (objective_of(plan).head == ObjectiveHead::score && stack.models.scores_beside_head && decoder.sequence() == nullptr)
        return value_loss(m, decoder, std::move(hidden));
    const Losses &own = stack.losses;
    const LossCall call{decoder, plan, hidden, logits};
    const bool summed = stack.loop.trainer, tiled = tiles_head(stack, plan);
    const Count batch = plan.micro_batch, length = plan.sequence_length;
    if (SequenceModel *sequence = decoder.sequence()) {
        if (tiled && sequence->writes())
            return own.tiled(m, sequence->output(), std::move(hidden),
                             {batch, sequence->length_of(length), sequence->length_of(length) - 1});
        return sequence->loss(m, std::move(hidden), logits.emplace_back(), summed);
    }
    if (const auto &more = decoder.spec().extension; more && more->scores_sequence) {
        Tensor scores = decoder.logits(m, std::move(hidden));
        return sum_all(m, logits.emplace_back(narrow(m, std::move(scores), {batch, decoder.spec().head.out})));
    }
    const bool chunked = in_chunks(decoder, plan);
    if (tiled) return own.tiled(m, decoder.head(), std::move(hidden), {batch, length, scored_tokens(plan)});
    if (own.fused != nullptr && plan.loss.kind == LossKind::fused) return own.fused(m, call);
    if (decoder.liger().head)
        return liger_fused_linear_loss(m, std::move(hidden), decoder.head().weight(), batch, length, summed);
    if (chunked && own.chunked != nullptr) return own.chunked(m, call);
    if (chunked) return chunked_loss(m, decoder, std::move(hidden), batch, length, plan.loss.chunk.value_or(4096));
    if (own.whole_logits != nullptr && plan.loss.kind == LossKind::full) return own.whole_logits(m, call);
    if (plan.loss.kind == LossKind::cut) return cut_loss(m, decoder, std::move(hidden), batch, length);
    Tensor &whole = logits.emplace_back(decoder.logits(m, hidden));
    if (decoder.liger().cross_entropy || plan.loss.kind == LossKind::fused_ce)
        return liger_cross_entropy_loss(m, whole, batch, length, summed);
    if (plan.compile && plan.loss.kind == LossKind::full) return compiled_causal_loss(m, whole, batch, length);
    const CausalLoss form = causal_loss_of(plan);
    const bool upcasts = own.upcasts_logits != nullptr && own.upcasts_logits(plan);
    if (form == CausalLoss::upcasts_output || upcasts) whole = to(m, std::move(whole), Dtype::fp32);
    whole = decoder.returned_logits(m, std::move(whole));
    return causal_lm_loss(m, whole, batch, length, summed, form);
}

} // namespace plimsoll::step
