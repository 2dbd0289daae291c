// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/loss.h"

#include "core/stacks/stack_defaults.h"

#include <algorithm>
#include <cstdio>

namespace plimsoll::step {

CausalLoss causal_loss_of(const Plan &plan)
{
    for (const auto &[name, version] : plan.libraries) {
        int major = 0, minor = 0;
        if (name != "transformers" || std::sscanf(version.c_str(), "%d.%d", &major, &minor) < 2) continue;
        if (major < 4 || (major == 4 && minor < 45)) return CausalLoss::upcasts_output;
        if (major == 4 && minor < 50) return CausalLoss::shifts_logits;
    }
    return CausalLoss::shifts_labels;
}

namespace {

/// TRL 1.16 trainer/utils.py, entropy_from_logits in chunks of 128 rows.
void entropy_from_logits(Machine &m, const Tensor &logits)
{
    constexpr Count chunk = 128;
    const Count rows = logits.shape().rows(), vocabulary = logits.shape().last();
    std::vector<Tensor> entropies;
    Tensor log_probabilities; // the loop's name: the next stands before this one goes
    for (Count start = 0; start < rows; start += chunk) {
        const Count n = std::min(chunk, rows - start);
        log_probabilities = m.empty({n, vocabulary}, logits.dtype(), "log_softmax");
        Tensor probabilities = m.empty({n, vocabulary}, logits.dtype(), "exp");
        const Tensor product = m.empty({n, vocabulary}, logits.dtype(), "mul");
        probabilities.reset();
        entropies.push_back(m.empty({n}, logits.dtype(), "entropy"));
    }
    const Tensor entropy = m.empty({rows}, logits.dtype(), "cat");
}

} // namespace

void trl_whole_logits_metrics(Machine &m, const Tensor &logits, const Plan &plan)
{
    if (release_before(plan, "trl", 0, 15)) return; // neither was logged
    if (!release_before(plan, "trl", 0, 22)) entropy_from_logits(m, logits);
    const Shape &shape = logits.shape();
    const Count vocabulary = shape.last();
    const Count batch = shape.size[0], scored = shape.size[1] - 1;
    Tensor shifted = logits;
    if (batch > 1) shifted = m.empty({batch, scored, vocabulary}, logits.dtype(), "contiguous");
    const Tensor labels = m.empty({batch, scored}, Dtype::int64, "shift_labels");
    const Tensor predictions = m.empty({batch, scored}, Dtype::int64, "argmax");
}

namespace {

/// auto: whole logits below 10 GiB, in the dtype of the head's result.
bool in_chunks(Decoder &decoder, const Plan &plan)
{
    constexpr Bytes limit = 10 * gib;
    if (plan.loss.kind != LossKind::auto_) return plan.loss.kind == LossKind::chunked;
    const Count logits = product(plan.micro_batch, plan.sequence_length, decoder.spec().vocab);
    return product(logits, size_of(decoder.logits_dtype(plan.autocast))) > limit;
}

} // namespace

Tensor training_loss(Machine &m, Decoder &decoder, const Plan &plan, Tensor hidden, std::vector<Tensor> &logits)
{
    const bool summed = !has_plain_loop(plan.stack), fused_head = tiles_head(plan);
    const Count batch = plan.micro_batch, length = plan.sequence_length;
    if (SequenceModel *sequence = decoder.sequence()) {
        if (fused_head && sequence->writes())
            return trl_fused_head_loss(m, sequence->output(), std::move(hidden), batch, sequence->length_of(length));
        return sequence->loss(m, std::move(hidden), logits.emplace_back(), summed);
    }
    if (const auto &more = decoder.spec().more; more && more->scores_sequence) {
        Tensor scores = decoder.logits(m, std::move(hidden));
        return sum_all(m, logits.emplace_back(narrow(m, std::move(scores), {batch, 1})));
    }
    const bool chunked = in_chunks(decoder, plan);
    if (fused_head) return trl_fused_head_loss(m, decoder.head(), std::move(hidden), batch, length);
    if (plan.stack == Stack::unsloth && plan.loss.kind == LossKind::fused)
        return unsloth_fused_loss(m, std::move(hidden), decoder.head().weight(), batch, length);
    if (decoder.liger().head)
        return liger_fused_linear_loss(m, std::move(hidden), decoder.head().weight(), batch, length, summed);
    if (chunked && plan.stack == Stack::torchtune && !plan.loss.chunk)
        return release_before(plan, "torchtune", 0, 7)
                   ? torchtune_chunked_outputs_loss(m, decoder, std::move(hidden), batch, length)
                   : torchtune_chunked_loss(m, decoder, std::move(hidden), batch, length);
    if (chunked && plan.stack == Stack::litgpt)
        return litgpt_chunked_loss(m, decoder, std::move(hidden), {batch, length, plan.loss.chunk.value_or(128)}, logits);
    if (chunked) return chunked_loss(m, decoder, std::move(hidden), batch, length, plan.loss.chunk.value_or(4096));
    if (plan.loss.kind == LossKind::cut) return cut_loss(m, decoder, std::move(hidden), batch, length);
    Tensor &whole = logits.emplace_back(decoder.logits(m, hidden));
    if (decoder.liger().cross_entropy || plan.loss.kind == LossKind::fused_ce)
        return liger_cross_entropy_loss(m, whole, batch, length, summed);
    const CausalLoss form = causal_loss_of(plan);
    const bool upcasts = plan.stack == Stack::torchtune && release_before(plan, "torchtune", 0, 3); // self.output(h).float()
    if (form == CausalLoss::upcasts_output || upcasts) whole = to(m, std::move(whole), Dtype::fp32);
    whole = decoder.returned_logits(m, std::move(whole));
    return causal_lm_loss(m, whole, batch, length, summed, form);
}

} // namespace plimsoll::step
