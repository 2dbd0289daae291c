// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/experts/expert_ops.h"

#include "core/torch/sorting.h"

#include <utility>

namespace plimsoll::step {

Tensor add_in_place(Machine &m, Tensor x, const Tensor &other)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x, &other})) {
        const Dtype dtype = other.dtype();
        attach(out, make_node(m, {&x, &other}, [dtype](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(0)) g[0] = in[0];
                   if (self.needs(1)) g[1] = in[0].dtype() == dtype ? in[0] : mm.empty(in[0].shape(), dtype, "to");
               }));
    }
    return out;
}

namespace {

/// _grouped_mm_fallback, below compute capability 8: both operands are kept and both gradients made, wanted or not.
Tensor grouped_mm_fallback(Machine &m, const Tensor &x, const Tensor &weight, Count out_features, const Tensor &offsets)
{
    Tensor out = m.empty(x.shape().with_last(out_features), x.dtype(), "grouped_mm_fallback");
    m.multiplies_grouped(x.shape().rows(), out_features, x.shape().last(), x.dtype(), weight.shape().size[0]);
    cublas_workspace(m);
    if (!any_requires_grad(m, {&x, &weight})) return out;
    const Shape xs = x.shape(), ws = weight.shape();
    auto node = make_node(m, {&x, &weight}, [xs, ws, offsets](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept_x = self.saved[0].unpack(mm), kept_weight = self.saved[1].unpack(mm);
        g[0] = mm.empty(xs, in[0].dtype(), "grouped_mm_fallback_backward");
        g[1] = mm.empty(ws, in[0].dtype(), "grouped_mm_fallback_backward");
        for (int made = 0; made < 2; ++made)
            mm.multiplies_grouped(xs.rows(), xs.last(), ws.elements() / (ws.size[0] * xs.last()), in[0].dtype(), ws.size[0]);
        cublas_workspace(mm);
    });
    node->saved[0].keep(m, x);
    node->saved[1].keep(m, weight);
    attach(out, node);
    return out;
}

} // namespace

Tensor gather_rows(Machine &m, const Tensor &x, const Tensor &index, Shape out_shape)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape from = x.shape();
        node = make_node(m, {&x}, [from](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(from, in[0].dtype(), "index_backward");
            index_put_temporaries(mm, kept.elements(), from.size[0]);
        });
        node->saved[0].keep(m, index);
    }
    Tensor out = m.empty(out_shape, x.dtype(), "index");
    if (node) attach(out, node);
    return out;
}

Tensor grouped_mm(Machine &m, Tensor x, const Tensor &weight, Count out_features, const Tensor &offsets)
{
    x = to(m, std::move(x), weight.dtype());
    if (!m.ask(is_capable, 8)) return grouped_mm_fallback(m, x, weight, out_features, offsets);
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &weight})) {
        const Shape xs = x.shape(), ws = weight.shape();
        node = make_node(m, {&x, &weight}, [xs, ws](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            for (const int made : {0, 1})
                if (self.needs(made))
                    mm.multiplies_grouped(xs.rows(), xs.last(), ws.elements() / (ws.size[0] * xs.last()), in[0].dtype(),
                                          ws.size[0]);
            if (self.needs(1)) g[1] = mm.empty(ws, in[0].dtype(), "grouped_mm_backward");
            if (self.needs(0)) g[0] = mm.empty(xs, in[0].dtype(), "grouped_mm_backward");
        });
        if (node->needs(1)) node->more.emplace_back(m, x);
        if (node->needs(0)) node->more.emplace_back(m, weight);
        node->more.emplace_back(m, offsets);
    }
    Tensor out = m.empty(x.shape().with_last(out_features), x.dtype(), "grouped_mm");
    m.multiplies_grouped(x.shape().rows(), out_features, x.shape().last(), x.dtype(), weight.shape().size[0]);
    if (node) attach(out, node);
    return out;
}

Tensor sum_of_choices(Machine &m, const Tensor &weighted, Count tokens)
{
    const Shape shape = weighted.shape();
    Tensor summed = m.empty({tokens, shape.last()}, m.autocast ? Dtype::fp32 : weighted.dtype(), "sum");
    if (any_requires_grad(m, {&weighted})) {
        const Dtype dtype = weighted.dtype();
        attach(summed, make_node(m, {&weighted}, [=](Machine &mm, Node &, Gradients &, Gradients &g) {
                   g[0] = mm.empty(shape, dtype, "sum_backward");
               }));
    }
    return summed;
}

} // namespace plimsoll::step
