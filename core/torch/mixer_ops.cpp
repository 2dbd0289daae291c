// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/mixer_ops.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// A gradient summed down to a broadcast input's shape, then its dtype.
Tensor shrink(Machine &m, Tensor gradient, const Shape &shape, Dtype dtype)
{
    if (gradient.elements() != shape.elements())
        gradient = shape.rank == 1 ? sum_leading(m, std::move(gradient), shape) : m.empty(shape, gradient.dtype(), "sum");
    if (gradient.dtype() != dtype) gradient = m.empty(shape, dtype, "to");
    return gradient;
}

} // namespace

Tensor outer(Machine &m, Tensor a, Tensor b, Shape shape)
{
    const Dtype dtype = promote(a.dtype(), b.dtype());
    Ref<Node> node;
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        const Dtype da = a.dtype(), db = b.dtype();
        node = make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            { // what a checkpoint recomputed goes when the formula returns, before the engine validates its results
                const Tensor kept_a = self.needs(1) ? self.saved[0].unpack(mm) : Tensor();
                const Tensor kept_b = self.needs(0) ? self.saved[1].unpack(mm) : Tensor();
                if (self.needs(1)) g[1] = mm.empty(shape, promote(in[0].dtype(), da), "mul_backward");
                if (self.needs(0)) g[0] = mm.empty(shape, promote(in[0].dtype(), db), "mul_backward");
            }
            if (self.needs(0)) g[0] = shrink(mm, std::move(g[0]), sa, da);
            if (self.needs(1)) g[1] = shrink(mm, std::move(g[1]), sb, db);
        });
        if (node->needs(1)) node->saved[0].keep(m, a);
        if (node->needs(0)) node->saved[1].keep(m, b);
    }
    Tensor out = m.empty(shape, dtype, "mul");
    if (node) attach(out, node);
    return out;
}

Tensor exponential(Machine &m, Tensor x) { return pointwise(m, std::move(x), "exp", true); }

Tensor copy_of(Machine &m, Tensor x, Shape shape, const char *name)
{
    Tensor out = m.empty(shape, x.dtype(), name);
    if (any_requires_grad(m, {&x})) {
        const Shape from = x.shape();
        attach(out, make_node(m, {&x}, [from](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(from, in[0].dtype(), "copy_backward");
               }));
    }
    return out;
}

Tensor outer_sum(Machine &m, Tensor a, Tensor b, Shape shape)
{
    Tensor out = m.empty(shape, promote(a.dtype(), b.dtype()), "add");
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        const Dtype da = a.dtype(), db = b.dtype();
        attach(out, make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(0)) g[0] = shrink(mm, in[0], sa, da);
                   if (self.needs(1)) g[1] = shrink(mm, in[0], sb, db);
               }));
    }
    return out;
}

std::vector<Tensor> split_last(Machine &m, const Tensor &x, std::initializer_list<Count> parts)
{
    std::vector<Shape> shapes;
    for (const Count part : parts) shapes.push_back(x.shape().with_last(part));
    return split(m, x, shapes);
}

Tensor depthwise_conv(Machine &m, Tensor x, const Tensor &weight, const Tensor &bias, Count channels, Count length, Count padding)
{
    const Count batch = x.elements() / (channels * length);
    const Shape whole{batch, channels, length + padding};
    x = to(m, std::move(x), m.autocast ? *m.autocast : weight.dtype());
    x = x.view({batch, channels, length}); // comes transposed: each direction lays it out anew, the view is kept
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &weight, &bias})) {
        const Shape xs = x.shape(), ws = weight.shape();
        node = make_node(m, {&x, &weight, &bias}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm), kept_weight = self.saved[1].unpack(mm);
            const Tensor laid = mm.empty(xs, kept.dtype(), "contiguous");
            if (self.needs(0)) g[0] = mm.empty(xs, in[0].dtype(), "conv_backward");
            if (self.needs(1)) g[1] = mm.empty(ws, in[0].dtype(), "conv_backward");
            if (self.needs(2)) g[2] = mm.empty({channels}, in[0].dtype(), "conv_backward");
        });
        node->saved[0].keep(m, x);
        node->saved[1].keep(m, weight);
    }
    const Tensor laid = m.empty(x.shape(), x.dtype(), "contiguous");
    Tensor out = m.empty(whole, x.dtype(), "conv1d");
    if (node) attach(out, node);
    return narrow(m, std::move(out), {batch, channels, length});
}

Tensor contraction(Machine &m, Tensor a, Tensor b, Shape out, bool copy_a, bool copy_b)
{
    if (m.autocast) { // einsum is cast as a whole
        a = to(m, std::move(a), *m.autocast);
        b = to(m, std::move(b), *m.autocast);
    }
    const Tensor left = contiguous(m, a, copy_a);
    const Tensor right = contiguous(m, b, copy_b);
    return bmm(m, left, right, out);
}

namespace {

/// Turns that one block may stand for: as many as fill the allocator's segments as they would one by one. Of the small pool's,
/// of 2 MiB, as far as they fit into what others leave there; of the large pool's, of 20 MiB, a divisor of what a segment holds.
Count turns_together(Bytes turn)
{
    if (turn <= 0) return 1;
    if (turn <= 1 * mib) return std::max<Count>(1, mib / 4 / turn);
    const Count held = 20 * mib / turn;
    Count together = std::max<Count>(1, std::min(held, 8 * mib / turn));
    while (together > 1 && held % together != 0) --together;
    return together;
}

} // namespace

void keep_turns(Machine &m, Node &node, Count turns, Bytes each, const char *name)
{
    const Bytes turn = round_up(each, 512);
    // a quarter of a million pieces at most: sequences of millions of tokens would take minutes to answer
    const Count together = std::max(turns_together(turn), turns >> 18U);
    const bool stay = keeps_saved(m); // else one turn's go when the next one's come
    const Tensor passing = stay ? Tensor() : m.empty({turn}, Dtype::uint8, name);
    for (Count left = turns; left > 0; left -= together) { // as many packed in a checkpoint's first run as in its second
        const Tensor piece = stay ? m.empty({product(std::min(left, together), turn)}, Dtype::uint8, name) : passing;
        node.more.emplace_back(m, piece);
    }
}

Tensor mask_padding(Machine &m, Tensor x, bool masked) { return masked ? scale(m, std::move(x)) : x; }

} // namespace plimsoll::step
