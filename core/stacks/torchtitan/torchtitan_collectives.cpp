// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/torchtitan/torchtitan_model.h"
#include "core/torch/costly_results.h"

#include <utility>

namespace plimsoll::step {

namespace {

Shape with_tokens(Shape shape, Count tokens)
{
    shape.size[1] = tokens;
    return shape;
}

/// all_gather_single along the tokens: of several rows what each rank sent is put together again.
Tensor all_gather(Machine &m, const Shape &whole, Dtype dtype)
{
    Tensor gathered = m.empty(whole, dtype, "all_gather");
    return whole.size[0] == 1 ? gathered : m.empty(whole, dtype, "cat");
}

/// reduce_scatter_single along the tokens: its input is put in the order of the ranks first.
Tensor reduce_scatter(Machine &m, const Shape &whole, const Shape &part, Dtype dtype)
{
    const Tensor ordered = m.empty(whole, dtype, "cat");
    Tensor out;
    costly(m, false, {&out}, [&] { out = m.empty(part, dtype, "reduce_scatter"); });
    return out;
}

} // namespace

Tensor enter_columns(Machine &m, Tensor x, const TensorShare &share)
{
    if (share.ranks == 1) return x;
    const Shape part = x.shape(), whole = with_tokens(part, part.size[1] * (share.tokens ? share.ranks : 1));
    Tensor out = share.tokens ? all_gather(m, whole, x.dtype()) : x.detach();
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [part, whole, share](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = share.tokens ? reduce_scatter(mm, whole, part, in[0].dtype())
                                       : mm.empty(whole, in[0].dtype(), "all_reduce");
                   in[0].reset();
               }));
    return out;
}

Tensor leave_rows(Machine &m, Tensor x, const TensorShare &share)
{
    if (share.ranks == 1) return x;
    const Shape whole = x.shape(), part = with_tokens(whole, whole.size[1] / (share.tokens ? share.ranks : 1));
    Tensor out = share.tokens ? reduce_scatter(m, whole, part, x.dtype()) : m.empty(whole, x.dtype(), "all_reduce");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [whole, share](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = share.tokens ? all_gather(mm, whole, in[0].dtype()) : std::move(in[0]);
                   in[0].reset();
               }));
    return out;
}

} // namespace plimsoll::step
