// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/loss.h"

namespace plimsoll::step {

namespace {

Tensor log_softmax(Machine &m, Tensor x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "log_softmax");
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "log_softmax_backward");
        });
        node->saved[0] = Saved(m, out);
        attach(out, node);
    }
    return out;
}

Tensor nll_loss(Machine &m, Tensor x, Tensor targets)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        const Dtype dtype = x.dtype();
        node = make_node(m, {&x}, [shape, dtype](Machine &mm, Node &self, Gradients &, Gradients &g) {
            std::vector<Tensor> kept;
            for (const Saved &saved : self.more) kept.push_back(saved.unpack(mm));
            g[0] = mm.empty(shape, dtype, "nll_loss_backward");
        });
        node->more.emplace_back(m, targets);
        node->more.emplace_back(m, x);
    }
    Tensor out = m.empty({1}, x.dtype(), "nll_loss");
    Tensor total = m.empty({1}, x.dtype(), "nll_loss");
    if (node) {
        node->more.emplace_back(m, total);
        attach(out, node);
    }
    return out;
}

} // namespace

Tensor sum_all(Machine &m, Tensor x)
{
    Tensor out = m.empty({1}, x.dtype(), "sum");
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        attach(out, make_node(m, {&x}, [shape](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = in[0].view(shape); }));
    }
    return out;
}

Tensor cross_entropy(Machine &m, Tensor logits, Tensor targets)
{
    Tensor probabilities = log_softmax(m, std::move(logits));
    return nll_loss(m, std::move(probabilities), std::move(targets));
}

Tensor causal_lm_loss(Machine &m, Tensor logits, Count batch, Count length, bool summed)
{
    logits = to(m, std::move(logits), Dtype::fp32);
    const Tensor padded = m.empty({batch, length + 1}, Dtype::int64, "pad");
    Tensor targets = m.empty({batch, length}, Dtype::int64, "shift_labels");
    // `logits` stays a name of this function until it returns
    Tensor loss = cross_entropy(m, logits, std::move(targets));
    return summed ? scale(m, std::move(loss)) : loss;
}

Tensor training_loss(Machine &m, Decoder &decoder, const Plan &plan, Tensor hidden, Tensor &logits)
{
    const Count batch = plan.micro_batch, length = plan.sequence_length;
    if (plan.stack == Stack::trl && plan.loss.kind == LossKind::chunked)
        return trl_fused_head_loss(m, decoder, std::move(hidden), batch, length);
    logits = decoder.logits(m, hidden);
    return causal_lm_loss(m, logits, batch, length, plan.stack != Stack::pytorch);
}

} // namespace plimsoll::step
