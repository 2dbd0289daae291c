// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/loss.h"

#include <utility>

namespace plimsoll::step {

namespace {

/// trl/kernels/logprob_entropy.py, _LogProbEntropyFunction: nothing of the vocabulary's width in forward, one gradient in backward.
Tensor selected_log_probs(Machine &m, Tensor logits)
{
    const Shape shape = logits.shape();
    const Shape tokens{shape.size[0], shape.size[1]};
    const Tensor index = m.empty(tokens, Dtype::int64, "labels");
    Tensor out = m.empty(tokens, Dtype::fp32, "logprobs");
    Tensor entropy = m.empty(tokens, Dtype::fp32, "entropy");
    const Tensor log_z = m.empty(tokens, Dtype::fp32, "log_z"), expected = m.empty(tokens, Dtype::fp32, "expected_logit");
    if (!any_requires_grad(m, {&logits})) return out;
    auto node = make_node(m, {&logits}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        g[0] = mm.empty(shape, Dtype::fp32, "grad_logits");
    });
    for (const Tensor *kept : {&std::as_const(logits), &index, &log_z, &expected}) node->more.emplace_back(m, *kept);
    attach(out, node);
    return out;
}

} // namespace

Tensor trl_whole_pairs_loss(Machine &m, Tensor logits, const Plan &plan)
{
    logits = to(m, std::move(logits), Dtype::fp32); // accelerate's convert_outputs_to_fp32
    const Count rows = plan.micro_batch, chosen = rows / 2, shown = plan.sequence_length - 1, vocabulary = logits.shape().last();
    Tensor likelihood;
    if (plan.preference.nll) {
        Tensor half = narrow(m, logits, {chosen, plan.sequence_length, vocabulary});
        half = narrow(m, std::move(half), {chosen, shown, vocabulary});
        const Tensor shifted = contiguous(m, std::move(half), chosen > 1); // of one sequence the slice is contiguous
        Tensor targets = m.empty({chosen, shown}, Dtype::int64, "shift_labels");
        likelihood = cross_entropy(m, shifted, std::move(targets));
    }
    Tensor log_probs = selected_log_probs(m, narrow(m, logits, {rows, shown, vocabulary}));
    Tensor loss = sum_all(m, std::move(log_probs));
    return likelihood.defined() ? add(m, std::move(loss), std::move(likelihood)) : loss;
}

} // namespace plimsoll::step
