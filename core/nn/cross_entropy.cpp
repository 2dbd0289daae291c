// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/cross_entropy.h"

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
        node->saved[0].keep(m, out);
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
            const TensorList kept = self.unpack_more(mm);
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

Tensor cross_entropy_as_given(Machine &m, Tensor logits, Tensor targets)
{
    Tensor probabilities = log_softmax(m, std::move(logits));
    if (m.autocast) probabilities = to(m, std::move(probabilities), Dtype::fp32);
    return nll_loss(m, std::move(probabilities), std::move(targets));
}

Tensor shifted_logits_loss(Machine &m, const Tensor &logits, Count batch, Count length)
{
    Tensor part = narrow(m, logits, {batch, length - 1, logits.shape().last()});
    const Tensor shifted = contiguous(m, std::move(part), batch > 1); // of one sequence the slice is contiguous
    Tensor targets = m.empty({batch, length - 1}, Dtype::int64, "shift_labels");
    return cross_entropy_as_given(m, shifted, std::move(targets));
}

Tensor causal_lm_loss(Machine &m, Tensor logits, Count batch, Count length, bool summed, CausalLoss form)
{
    logits = to(m, std::move(logits), Dtype::fp32);
    Tensor loss; // `logits` and what is made of them stay names of the library's function until it returns
    if (form == CausalLoss::shifts_labels) {
        const Tensor padded = m.empty({batch, length + 1}, Dtype::int64, "pad");
        Tensor targets = m.empty({batch, length}, Dtype::int64, "shift_labels");
        loss = cross_entropy(m, logits, std::move(targets));
    } else {
        Tensor part = narrow(m, logits, {batch, length - 1, logits.shape().last()});
        const Tensor shifted = contiguous(m, std::move(part), batch > 1); // of one sequence the slice is contiguous
        Tensor targets = m.empty({batch, length - 1}, Dtype::int64, "shift_labels");
        loss = cross_entropy(m, shifted, std::move(targets));
    }
    return summed ? scale(m, std::move(loss)) : loss;
}

} // namespace plimsoll::step
