// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/ops.h"

namespace plimsoll::step {

Tensor narrow(Machine &m, Tensor x, Shape part)
{
    Tensor out = x.view(part);
    out.node = {};
    if (any_requires_grad(m, {&x})) {
        const Shape whole = x.shape();
        attach(out, make_node(m, {&x}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(whole, in[0].dtype(), "slice_backward");
               }));
    }
    return out;
}

Tensor alias(Machine &m, const Tensor &x)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = std::move(in[0]); }));
    return out;
}

Tensor seen_anew(Machine &m, const Tensor &x)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = in[0].view(in[0].shape()); }));
    return out;
}

Tensor copied_back(Machine &m, const Tensor &x)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(in[0].shape(), in[0].dtype(), "reshape_backward");
               }));
    return out;
}

std::vector<Tensor> split(Machine &m, Tensor x, const std::vector<Shape> &parts)
{
    std::vector<Tensor> out;
    for (const Shape &part : parts) out.push_back(x.view(part).detach());
    if (!any_requires_grad(m, {&x})) return out;
    // nodes have one output here: each part gets one that puts its gradient down and lets `node` run after all of them
    const auto gradients = std::make_shared<std::vector<Tensor>>(parts.size());
    const Shape whole = x.shape();
    const auto node = make_node(m, {&x}, [whole, gradients](Machine &mm, Node &, Gradients &, Gradients &g) {
        const std::vector<Tensor> in = std::exchange(*gradients, {});
        Dtype dtype = Dtype::fp32;
        for (const Tensor &gradient : in)
            if (gradient.defined()) dtype = gradient.dtype();
        g[0] = mm.empty(whole, dtype, "split_backward");
    });
    Tensor before;
    before.node = Ref<GraphNode>(node.get());
    for (std::size_t i = 0; i < out.size(); ++i)
        attach(out[i], make_node(m, {&before}, [gradients, i](Machine &, Node &, Gradients &in, Gradients &) {
                   (*gradients)[i] = std::move(in[0]);
               }));
    return out;
}

Tensor index_copy(Machine &m, Tensor x, Shape part)
{
    Tensor out = m.empty(part, x.dtype(), "index");
    if (any_requires_grad(m, {&x})) {
        const Shape whole = x.shape();
        attach(out, make_node(m, {&x}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(whole, in[0].dtype(), "index_backward");
               }));
    }
    return out;
}

Tensor concatenate(Machine &m, Tensor a, Tensor b, Shape whole)
{
    const Dtype dtype = promote(a.dtype(), b.dtype());
    Tensor out = m.empty(whole, dtype, "cat");
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        const Dtype da = a.dtype(), db = b.dtype();
        attach(out, make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   const auto piece = [&](Shape shape, Dtype own) {
                       return in[0].dtype() == own ? in[0].view(shape) : mm.empty(shape, own, "to");
                   };
                   if (self.needs(0)) g[0] = piece(sa, da);
                   if (self.needs(1)) g[1] = piece(sb, db);
               }));
    }
    return out;
}

void attach_both(Machine &m, Tensor &first, Tensor &second, const Ref<Node> &node, const std::shared_ptr<GradientPair> &gradients)
{
    Tensor before;
    before.node = Ref<GraphNode>(node.get());
    for (const std::size_t i : {0u, 1u})
        attach(i == 0 ? first : second, make_node(m, {&before}, [gradients, i](Machine &, Node &, Gradients &in, Gradients &) {
                   (*gradients)[i] = std::move(in[0]);
               }));
}

std::pair<Tensor, Tensor> split_in_two(Machine &m, const Tensor &x, Shape first_shape, Shape second_shape)
{
    const Shape whole = x.shape();
    Tensor first = x.view(first_shape).detach();
    Tensor second = x.view(second_shape).detach();
    if (any_requires_grad(m, {&x})) {
        // SplitBackward0, SplitWithSizesBackward0: torch.cat of both gradients
        const auto gradients = std::make_shared<GradientPair>();
        auto node = make_node(m, {&x}, [whole, gradients](Machine &mm, Node &, Gradients &, Gradients &g) {
            const GradientPair in = std::exchange(*gradients, {});
            g[0] = mm.empty(whole, (in[0].defined() ? in[0] : in[1]).dtype(), "split_backward");
        });
        attach_both(m, first, second, node, gradients);
    }
    return {std::move(first), std::move(second)};
}

std::pair<Tensor, Tensor> chunk_in_two(Machine &m, Tensor x)
{
    const Shape half = x.shape().with_last(x.shape().last() / 2);
    return split_in_two(m, x, half, half);
}

Tensor rotate_half(Machine &m, Tensor x)
{
    const Shape whole = x.shape();
    const Shape half = whole.with_last(whole.last() / 2);
    Tensor first = narrow(m, x, half);
    Tensor second = narrow(m, std::move(x), half);
    Tensor negative = m.empty(half, second.dtype(), "neg");
    if (any_requires_grad(m, {&second}))
        attach(negative, make_node(m, {&second}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(in[0].shape(), in[0].dtype(), "neg_backward");
               }));
    second.reset();
    return concatenate(m, std::move(negative), std::move(first), whole);
}

} // namespace plimsoll::step
