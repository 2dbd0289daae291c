// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"

#include "core/ground/phrase.h"

#include <utility>

namespace plimsoll::step {

namespace {

Tensor cast_argument(Machine &m, Tensor x) { return m.autocast ? to(m, std::move(x), *m.autocast) : x; }

} // namespace

Tensor product_with(Machine &m, Tensor x, Tensor w, Count out)
{
    w = cast_argument(m, std::move(w));
    x = cast_argument(m, std::move(x));
    return matmul_weight(m, std::move(x), std::move(w), out);
}

Tensor linear_with(Machine &m, Tensor x, Tensor weight, Leaf *bias)
{
    const Count out = weight.shape().size[0];
    Tensor added = bias ? autocast_weight(m, *bias) : Tensor();
    weight = cast_argument(m, std::move(weight));
    x = cast_argument(m, std::move(x));
    return matmul_weight(m, std::move(x), std::move(weight), out, std::move(added));
}

Tensor added_in_place(Machine &m, const Tensor &a, const Tensor &b)
{
    Tensor out = a.detach();
    if (!any_requires_grad(m, {&a, &b})) return out;
    const Shape shape = b.shape();
    const Dtype dtype = b.dtype();
    attach(out, make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
               if (self.needs(1)) g[1] = in[0].dtype() == dtype ? in[0] : mm.empty(shape, dtype, "to");
               if (self.needs(0)) g[0] = std::move(in[0]);
           }));
    return out;
}

Tensor divided(Machine &m, Tensor a, Tensor b)
{
    Tensor out = mul(m, std::move(a), std::move(b)); // keeps what a product keeps
    return out;
}

Tensor scattered(Machine &m, const Tensor &values, const Shape &shape, const Tensor &indices)
{
    Tensor out = m.empty(shape, values.dtype(), "zeros");
    if (!any_requires_grad(m, {&values})) return out;
    const Shape own = values.shape();
    const Ref<Node> node = make_node(m, {&values}, [own](Machine &mm, Node &, Gradients &in, Gradients &g) {
        g[0] = mm.empty(own, in[0].dtype(), "index_put_backward");
    });
    if (indices.defined()) node->saved[0].keep(m, indices);
    attach(out, node);
    return out;
}

Tensor sum_of_blocks(Machine &m, const Tensor &x, Count width)
{
    Tensor out = m.empty(x.shape().with_last(width), x.dtype(), "sum");
    if (!any_requires_grad(m, {&x})) return out;
    const Shape whole = x.shape();
    attach(out, make_node(m, {&x}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(whole, in[0].dtype(), "reshape_backward"); // an expanded view, copied
           }));
    return out;
}

Tensor kronecker(Machine &m, const Tensor &a, const Tensor &b, const Shape &whole)
{
    const Dtype dtype = promote(a.dtype(), b.dtype());
    Ref<Node> node;
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        node = make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept_a = self.saved[0].unpack(mm), kept_b = self.saved[1].unpack(mm);
            if (self.needs(1)) {
                const Tensor whole_product = mm.empty(whole, dtype, "mul_backward");
                g[1] = mm.empty(sb, in[0].dtype(), "sum");
            }
            if (self.needs(0)) {
                const Tensor whole_product = mm.empty(whole, dtype, "mul_backward");
                g[0] = mm.empty(sa, in[0].dtype(), "sum");
            }
        });
        node->saved[0].keep(m, a);
        node->saved[1].keep(m, b);
    }
    Tensor out = m.empty(whole, dtype, "kron");
    if (node) attach(out, node);
    return out;
}

Tensor solved(Machine &m, const Tensor &left, const Tensor &right)
{
    const Shape shape = left.shape();
    const Tensor factors = m.empty(shape, Dtype::fp32, "linalg_solve");
    const Tensor pivots = m.empty({shape.rows()}, Dtype::int32, "linalg_solve");
    Tensor out = m.empty(shape, Dtype::fp32, "linalg_solve");
    if (!any_requires_grad(m, {&left, &right})) return out;
    const Ref<Node> node = make_node(m, {&left, &right}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm), result = self.saved[1].unpack(mm);
        g[1] = mm.empty(shape, Dtype::fp32, "linalg_solve_backward");
        g[0] = mm.empty(shape, Dtype::fp32, "linalg_solve_backward");
    });
    node->saved[0].keep(m, factors);
    node->saved[1].keep(m, out);
    node->more.emplace_back(m, pivots);
    attach(out, node);
    return out;
}

Tensor transposed(const Tensor &x)
{
    Shape shape = x.shape();
    std::swap(shape.size[shape.rank - 1u], shape.size[shape.rank - 2u]);
    return x.view(shape);
}

Tensor base_matrix(const AdapterCall &call)
{
    const HeldMatrix &held = call.module.held();
    if (held.base == LinearBase::four_bit) return dequantised(call.m, held, held.quantised_from);
    if (held.base == LinearBase::eight_bit) return dequantised_eight_bit(call.m, held);
    return call.module.weight().value.detach();
}

Tensor base_result(const AdapterCall &call, const Tensor &x)
{
    Tensor result = call.module.base_forward(call.m, x);
    return call.module.copies_result() ? clone(call.m, std::move(result)) : result;
}

Tensor with_delta(const AdapterCall &call, Tensor x, Tensor delta)
{
    Machine &m = call.m;
    const Tensor result = base_result(call, x);
    x = to(m, std::move(x), delta.dtype());
    Tensor added = linear_with(m, x, std::move(delta));
    Tensor sum = add(m, result, std::move(added));
    return to(m, std::move(sum), result.dtype());
}

Tensor cayley(Machine &m, const Tensor &skew, Count terms, bool neumann)
{
    const Shape shape = skew.shape();
    const Count side = shape.last();
    if (!neumann) {
        const Tensor eye = m.empty({side, side}, Dtype::fp32, "eye");
        const Tensor left = add(m, eye.view({1, side, side}), skew), right = subtract(m, eye.view({1, side, side}), skew);
        return solved(m, left, right);
    }
    Tensor sum;
    {
        const Tensor eye = m.empty({side, side}, skew.dtype(), "eye");
        sum = m.empty(shape, skew.dtype(), "repeat");
    }
    if (terms <= 1) return sum;
    sum = added_in_place(m, sum, skew);
    if (terms == 2) return sum;
    Tensor power = bmm(m, skew, skew, shape);
    sum = added_in_place(m, sum, power);
    for (Count i = 3; i <= terms - 1; ++i) {
        power = bmm(m, power, skew, shape);
        sum = added_in_place(m, sum, power);
    }
    return sum;
}

} // namespace plimsoll::step

namespace plimsoll {

std::optional<Error> refused_frequencies(Count count, const AdaptedLinear &linear)
{
    const std::optional<Count> most = checked_mul(linear.in, linear.out);
    if (count > 0 && (!most || count <= *most)) return std::nullopt;
    return Error{"adapter.settings", "n_frequency " + std::to_string(count),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {"1", std::to_string(most.value_or(count))}),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 refuses a module of %2 x %3"),
                        {"PEFT", std::to_string(linear.out), std::to_string(linear.in)})};
}

} // namespace plimsoll
