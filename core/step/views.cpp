// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/ops.h"

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

Tensor concatenate(Machine &m, Tensor a, Tensor b, Shape whole)
{
    Tensor out = m.empty(whole, promote(a.dtype(), b.dtype()), "cat");
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        attach(out, make_node(m, {&a, &b}, [sa, sb](Machine &, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(0)) g[0] = in[0].view(sa);
                   if (self.needs(1)) g[1] = in[0].view(sb);
               }));
    }
    return out;
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
