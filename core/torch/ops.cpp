// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/ops.h"

#include "core/torch/units.h"

#include "core/torch/sorting.h"
#include "core/ground/bytes.h"

#include <algorithm>

namespace plimsoll::step {

Dtype promote(Dtype a, Dtype b)
{
    if (a == b) return a;
    const auto floating = [](Dtype d) { return d == Dtype::fp32 || d == Dtype::fp16 || d == Dtype::bf16; };
    if (!floating(a)) return b;
    if (!floating(b)) return a;
    return Dtype::fp32;
}

namespace {

/// Shape of a ∘ b: the one with more elements, else more dimensions, as the shapes used here broadcast in one direction only.
Shape broadcast(const Tensor &a, const Tensor &b)
{
    if (a.elements() != b.elements()) return a.elements() > b.elements() ? a.shape() : b.shape();
    return a.shape().rank >= b.shape().rank ? a.shape() : b.shape();
}

/// validate_outputs of the engine: a gradient takes its input's shape, then its dtype.
Tensor fit(Machine &m, Tensor gradient, const Shape &shape, Dtype dtype)
{
    if (gradient.elements() != shape.elements()) gradient = sum_leading(m, std::move(gradient), shape);
    if (gradient.dtype() != dtype) {
        Tensor cast = m.empty(shape, dtype, "to");
        gradient = std::move(cast);
    }
    return gradient;
}

} // namespace

Tensor to(Machine &m, Tensor x, Dtype dtype)
{
    if (x.dtype() == dtype) return x;
    Tensor out = m.empty(x.shape(), dtype, "to");
    if (any_requires_grad(m, {&x})) {
        const Dtype from = x.dtype();
        attach(out, make_node(m, {&x}, [from](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = in[0].dtype() == from ? std::move(in[0]) : mm.empty(in[0].shape(), from, "to");
               }));
    }
    return out;
}

Tensor add(Machine &m, Tensor a, Tensor b)
{
    const Dtype dtype = promote(a.dtype(), b.dtype());
    Tensor out = m.empty(broadcast(a, b), dtype, "add");
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        const Dtype da = a.dtype(), db = b.dtype();
        attach(out, make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(0)) g[0] = fit(mm, in[0], sa, da);
                   if (self.needs(1)) g[1] = fit(mm, in[0], sb, db);
               }));
    }
    return out;
}

Tensor subtract(Machine &m, Tensor a, Tensor b)
{
    const Dtype dtype = promote(a.dtype(), b.dtype());
    Tensor out = m.empty(broadcast(a, b), dtype, "sub");
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        const Dtype da = a.dtype(), db = b.dtype();
        attach(out, make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(1)) g[1] = fit(mm, mm.empty(in[0].shape(), in[0].dtype(), "neg"), sb, db);
                   if (self.needs(0)) g[0] = fit(mm, in[0], sa, da);
               }));
    }
    return out;
}

Tensor mul(Machine &m, Tensor a, Tensor b)
{
    const Dtype dtype = promote(a.dtype(), b.dtype());
    const Shape shape = broadcast(a, b);
    Ref<Node> node;
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        const Dtype da = a.dtype(), db = b.dtype();
        node = make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            { // what a checkpoint recomputed goes when the formula returns, before the engine validates its results
                // MulBackward0::apply unpacks `other` before `self`, so that `self` goes first
                const Tensor kept_b = self.needs(0) ? self.saved[1].unpack(mm) : Tensor();
                const Tensor kept_a = self.needs(1) ? self.saved[0].unpack(mm) : Tensor();
                if (self.needs(1)) g[1] = mm.empty(shape, promote(in[0].dtype(), da), "mul_backward");
                if (self.needs(0)) g[0] = mm.empty(shape, promote(in[0].dtype(), db), "mul_backward");
            }
            if (self.needs(0)) g[0] = fit(mm, std::move(g[0]), sa, da);
            if (self.needs(1)) g[1] = fit(mm, std::move(g[1]), sb, db);
        });
        if (node->needs(1)) node->saved[0].keep(m, a);
        if (node->needs(0)) node->saved[1].keep(m, b);
    }
    Tensor out = m.empty(shape, dtype, "mul");
    if (node) attach(out, node);
    return out;
}

namespace {

/// Pointwise operation on one tensor whose backward makes one new tensor and keeps nothing.
Tensor unary(Machine &m, Tensor x, const char *name)
{
    Tensor out = m.empty(x.shape(), x.dtype(), name);
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(in[0].shape(), in[0].dtype(), "mul_backward");
               }));
    return out;
}

/// Pointwise operation whose gradient is the incoming one.
Tensor pass_through(Machine &m, Tensor x, const char *name)
{
    Tensor out = m.empty(x.shape(), x.dtype(), name);
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = std::move(in[0]); }));
    return out;
}

} // namespace

Tensor scale(Machine &m, Tensor x) { return unary(m, std::move(x), "mul"); }
Tensor scale_in_place(Machine &m, Tensor x)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(in[0].shape(), in[0].dtype(), "mul_backward");
               }));
    return out;
}

Tensor add_number(Machine &m, Tensor x) { return pass_through(m, std::move(x), "add"); }
Tensor clone(Machine &m, Tensor x) { return pass_through(m, std::move(x), "clone"); }

Tensor contiguous(Machine &m, Tensor x, bool copies)
{
    if (!copies) return x;
    return pass_through(m, std::move(x), "contiguous");
}

Tensor clamp(Machine &m, Tensor x, bool in_place)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            // where((self >= min).logical_and_(self <= max), grad, 0)
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor above = mm.empty(in[0].shape(), Dtype::boolean, "clamp_backward");
            const Tensor below = mm.empty(in[0].shape(), Dtype::boolean, "clamp_backward");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "clamp_backward");
        });
        node->saved[0].keep(m, in_place ? m.empty(x.shape(), x.dtype(), "clone") : x);
    }
    Tensor out = in_place ? x.detach() : m.empty(x.shape(), x.dtype(), "clamp");
    if (node) attach(out, node);
    return out;
}

Tensor extreme(Machine &m, Tensor x)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            // where(self == other, grad / 2, grad).masked_fill_(self < other, 0)
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor equal = mm.empty(in[0].shape(), Dtype::boolean, "minimum_backward");
            const Tensor half = mm.empty(in[0].shape(), in[0].dtype(), "minimum_backward");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "minimum_backward");
            const Tensor beyond = mm.empty(in[0].shape(), Dtype::boolean, "minimum_backward");
        });
        node->saved[0].keep(m, x);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "minimum");
    if (node) attach(out, node);
    return out;
}

Tensor fill_masked(Machine &m, Tensor x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "masked_fill");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(in[0].shape(), in[0].dtype(), "masked_fill_backward");
               }));
    return out;
}

Tensor pow_number(Machine &m, Tensor x, bool square)
{
    if (m.autocast) x = to(m, std::move(x), Dtype::fp32); // on autocast's float32 list
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            // grad * (exponent * self.pow(exponent - 1))
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor power = mm.empty(in[0].shape(), in[0].dtype(), "pow_backward");
            const Tensor multiple = mm.empty(in[0].shape(), in[0].dtype(), "pow_backward");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "pow_backward");
        });
        node->saved[0].keep(m, x);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), square ? "pow" : "pow3");
    if (node) attach(out, node);
    return out;
}

Tensor rsqrt(Machine &m, Tensor x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "rsqrt");
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            // -0.5 * grad * result.pow(3)
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor half = mm.empty(in[0].shape(), in[0].dtype(), "rsqrt_backward");
            const Tensor cube = mm.empty(in[0].shape(), in[0].dtype(), "rsqrt_backward");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "rsqrt_backward");
        });
        node->saved[0].keep(m, out);
        attach(out, node);
    }
    return out;
}

Tensor pointwise(Machine &m, Tensor x, const char *name, bool keeps_output)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "pointwise_backward");
        });
        if (!keeps_output) node->saved[0].keep(m, x);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), name);
    if (node) {
        if (keeps_output) node->saved[0].keep(m, out);
        attach(out, node);
    }
    return out;
}

Tensor dropout(Machine &m, Tensor x, double p)
{
    if (p <= 0.0) return x;
    Tensor mask = m.empty(x.shape(), Dtype::boolean, "native_dropout");
    Tensor out = m.empty(x.shape(), x.dtype(), "native_dropout");
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "native_dropout_backward");
        });
        node->saved[0].keep(m, mask);
        attach(out, node);
    }
    return out;
}

Tensor mean_last(Machine &m, Tensor x)
{
    Tensor out = m.empty(x.shape().with_last(1), x.dtype(), "mean");
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        attach(out, make_node(m, {&x}, [shape](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(shape, in[0].dtype(), "mean_backward");
               }));
    }
    return out;
}

namespace {

Count last_power_of_two(Count n)
{
    Count p = 1;
    while (p * 2 <= n) p *= 2;
    return p;
}

/// How Reduce.cuh lays out a strided reduction, the blocks that share one result apart.
struct ReduceLayout {
    Count vector = 1, width = 1; ///< results a thread has, and threads side by side
    Count threads = 1;
    Count values = 0; ///< that a thread adds up
    Count grid = 1;
    bool split_over_warps = false;
};

ReduceLayout reduce_layout(Count outputs, Count inputs)
{
    constexpr Count max_threads = 512, warp = 32, max_values = 256;
    ReduceLayout out;
    out.vector = outputs % 4 == 0 ? 4 : outputs % 2 == 0 ? 2 : 1;
    const Count limit = max_threads / out.vector;
    const Count dim0 = last_power_of_two(std::min(outputs / out.vector, limit));
    const Count dim1 = last_power_of_two(std::min(inputs, limit));
    const Count height = std::min(dim1, limit / std::min(dim0, warp));
    out.width = std::min(dim0, limit / height);
    out.threads = out.width * height;
    out.split_over_warps = inputs >= std::min(height * 16, max_values);
    out.values = ceil_div(inputs, out.split_over_warps ? height : 1);
    out.grid = ceil_div(outputs / out.vector, out.split_over_warps ? out.width : out.width * height);
    return out;
}

/// Blocks that share one result; 1 needs no workspace.
Count reduce_blocks(const CardFacts &device, Count outputs, Count inputs)
{
    constexpr Count max_values = 256, min_values = 16;
    const ReduceLayout layout = reduce_layout(outputs, inputs);
    const Count target = device.sm_count * (device.threads_per_sm / layout.threads);
    if (!layout.split_over_warps || layout.values < max_values || layout.grid > target) return 1;
    return std::max(std::min(ceil_div(target, layout.grid), ceil_div(layout.values, min_values)),
                    ceil_div(layout.values, max_values));
}

} // namespace

void strided_reduce_workspace(Machine &m, Count outputs, Count inputs, const char *operation)
{
    const Count blocks = m.ask(reduce_blocks, outputs, inputs);
    if (blocks <= 1) return;
    const ReduceLayout layout = reduce_layout(outputs, inputs);
    const Tensor values =
        m.empty({product(4, outputs, blocks, layout.width, layout.vector)}, Dtype::uint8, operation, Component::workspace);
    m.workspace(product(4, layout.grid), operation);
}

Tensor sum_leading(Machine &m, Tensor gradient, Shape to)
{
    Tensor out = m.empty(to, gradient.dtype(), "sum");
    const Count outputs = to.elements();
    if (outputs > 0 && to.last() != 1) strided_reduce_workspace(m, outputs, gradient.elements() / outputs, "sum");
    return out;
}

namespace {
/// `table`: of which the gradient is.
Tensor looked_up(Machine &m, Shape tokens, const Leaf &weight, const Shape &table)
{
    const Count width = weight.value.shape().last();
    Shape shape{tokens.size[0], tokens.size[1], width};
    Tensor out = m.empty(shape, weight.value.dtype(), "embedding");
    if (any_requires_grad(m, {&weight.value})) {
        const Count rows = tokens.elements();
        attach(out, make_node(m, {&weight.value}, [table, rows](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = embedding_gradient(mm, table, rows, in[0].dtype());
               }));
    }
    return out;
}
} // namespace

Tensor embedding(Machine &m, Shape tokens, Leaf &weight)
{
    if (m.hooks_modules) [[unlikely]] {
        const ModuleLeaves own{&weight, nullptr, nullptr, weight.module};
        const Tensor whole = m.units->enter_module(m, own, Tensor({}, tokens, Dtype::int64));
        const Shape table = whole.defined() ? whole.shape() : weight.value.shape();
        return m.units->leave_module(m, own, looked_up(m, tokens, weight, table));
    }
    return looked_up(m, tokens, weight, weight.value.shape());
}

Tensor softmax(Machine &m, Tensor x, Dtype dtype)
{
    // a 16-bit input asked for float32 is converted inside the kernel; its backward gives 16 bit again
    Tensor out = m.empty(x.shape(), dtype, "softmax");
    if (any_requires_grad(m, {&x})) {
        const Dtype from = x.dtype();
        auto node = make_node(m, {&x}, [from](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            // SoftMax.cu softmax_backward_cuda_out: grad * output beside the result
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), from, "softmax_backward");
            const Tensor product = mm.empty(in[0].shape(), promote(in[0].dtype(), kept.dtype()), "softmax_backward");
        });
        node->saved[0].keep(m, out);
        attach(out, node);
    }
    return out;
}

} // namespace plimsoll::step
