// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/cross_entropy.h"
#include "core/stacks/loss.h"

#include <algorithm>
#include <utility>

// Losses of TRL 1.16 that read whole float32 logits: experimental/gkd/gkd_trainer.py generalized_jsd_loss, and
// experimental/online_dpo/online_dpo_trainer.py _forward.

namespace plimsoll::step {

namespace {

/// F.log_softmax: keeps its result.
Tensor logarithms_of(Machine &m, Tensor x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "log_softmax");
    if (!any_requires_grad(m, {&x})) return out;
    auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm);
        g[0] = mm.empty(in[0].shape(), in[0].dtype(), "log_softmax_backward");
    });
    node->saved[0].keep(m, out);
    attach(out, node);
    return out;
}

/// torch.exp: keeps its result.
Tensor exponent_of(Machine &m, const Tensor &x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "exp");
    if (!any_requires_grad(m, {&x})) return out;
    auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm);
        g[0] = mm.empty(in[0].shape(), in[0].dtype(), "mul");
    });
    node->saved[0].keep(m, out);
    attach(out, node);
    return out;
}

/// torch.stack of two, whose gradients are views.
Tensor stacked(Machine &m, const Tensor &a, const Tensor &b)
{
    const Shape &shape = a.shape();
    Tensor out = m.empty({2, shape.size[0], shape.size[1], shape.size[2]}, a.dtype(), "stack");
    attach(out, make_node(m, {&a, &b}, [shape](Machine &, Node &self, Gradients &in, Gradients &g) {
               for (int i = 0; i < 2; ++i)
                   if (self.needs(i)) g[static_cast<std::size_t>(i)] = in[0].view(shape);
           }));
    return out;
}

/// torch.logsumexp over the first dimension of two: keeps input and result.
Tensor logsumexp_of_two(Machine &m, const Tensor &pair)
{
    const Shape &whole = pair.shape();
    const Shape one{whole.size[1], whole.size[2], whole.size[3]};
    auto node = make_node(m, {&pair}, [whole](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor input = self.saved[0].unpack(mm), result = self.saved[1].unpack(mm);
        const Tensor difference = mm.empty(whole, in[0].dtype(), "sub"), exponent = mm.empty(whole, in[0].dtype(), "exp");
        g[0] = mm.empty(whole, in[0].dtype(), "mul");
    });
    node->saved[0].keep(m, pair);
    Tensor out = m.empty(one, pair.dtype(), "logsumexp");
    {
        const Tensor largest = m.empty(one, pair.dtype(), "amax");
        {
            const Tensor magnitude = m.empty(one, pair.dtype(), "abs");
            const Tensor infinite = m.empty(one, Dtype::boolean, "eq");
        }
        const Tensor difference = m.empty(whole, pair.dtype(), "sub");
    }
    node->saved[1].keep(m, out);
    attach(out, node);
    return out;
}

/// F.kl_div(input, target, log_target=True): exp(target) · (target − input).
Tensor divergence_of(Machine &m, const Tensor &input, const Tensor &target)
{
    Tensor weight = exponent_of(m, target);
    Tensor difference = subtract(m, target, input);
    return mul(m, std::move(weight), std::move(difference));
}

/// jsd[mask]: backward scatters into a zero-filled whole.
Tensor chosen_rows(Machine &m, Tensor x, Count rows)
{
    const Shape whole = x.shape();
    const Count tokens = whole.size[0] * whole.size[1];
    const Tensor mask = m.empty({tokens}, Dtype::boolean, "mask");
    auto node = make_node(m, {&x}, [whole, rows](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        g[0] = mm.empty(whole, in[0].dtype(), "index_backward");
        const Tensor linear = mm.empty({rows}, Dtype::int64, "index_put"), order = mm.empty({rows}, Dtype::int64, "index_put");
    });
    const Tensor places = m.empty({2, rows}, Dtype::int64, "nonzero");
    Tensor out = m.empty({rows, whole.last()}, x.dtype(), "index");
    node->more.emplace_back(m, places);
    attach(out, node);
    return out;
}

} // namespace

Tensor trl_generalized_jsd(Machine &m, Tensor logits, const Tensor &taught, Count scored)
{
    const Shape shape = logits.shape();
    const Count rows = shape.size[0], shown = shape.size[1] - 1, vocabulary = shape.last();
    const Shape part{rows, shown, vocabulary};
    // names of the function: they go when it returns
    const Tensor student = scale(m, narrow(m, std::move(logits), part));
    Tensor teacher;
    if (taught.defined()) teacher = m.empty(part, Dtype::fp32, "div");
    const Tensor own = logarithms_of(m, student);
    const Tensor other = taught.defined() ? m.empty(part, Dtype::fp32, "log_softmax") : Tensor();
    if (!taught.defined()) return sum_all(m, own);
    Tensor pair;
    {
        const Tensor a = add_number(m, own), b = m.empty(part, Dtype::fp32, "add");
        pair = stacked(m, a, b);
    }
    const Tensor mixture = logsumexp_of_two(m, pair);
    pair.reset();
    const Tensor of_teacher = divergence_of(m, mixture, other), of_student = divergence_of(m, mixture, own);
    Tensor jsd = add(m, scale(m, of_teacher), scale(m, of_student));
    jsd = chosen_rows(m, std::move(jsd), rows * std::min(shown, scored));
    return scale(m, sum_all(m, jsd));
}

Tensor trl_online_log_probs(Machine &m, Tensor logits, Count completion)
{
    const Shape shape = logits.shape();
    const Count rows = shape.size[0], scored = std::min(completion, shape.size[1] - 1);
    const Shape part{rows, scored, shape.last()};
    Tensor chances = logarithms_of(m, narrow(m, logits, part)); // the model's output stands until the function returns
    Ref<Node> node;
    if (any_requires_grad(m, {&chances}))
        node = make_node(m, {&chances}, [part](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor index = self.saved[0].unpack(mm);
            g[0] = mm.empty(part, in[0].dtype(), "gather_backward");
        });
    const Tensor index = m.empty({rows, scored}, Dtype::int64, "unsqueeze");
    Tensor out = m.empty({rows, scored}, Dtype::fp32, "gather");
    if (node) {
        node->saved[0].keep(m, index);
        attach(out, node);
    }
    return out;
}

} // namespace plimsoll::step
