// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/costly_results.h"
#include "core/torch/cublas.h"
#include "core/torch/ops.h"
#include "core/torch/units.h"

// Matrix products, with their weights under autocast and cuBLAS's workspaces.

namespace plimsoll::step {

namespace {

/// Every product asks: the first one's answer is kept.
Bytes workspace_bytes(Machine &m)
{
    if (!m.cublas_workspace) m.cublas_workspace = m.ask(cublas_workspace_bytes);
    return *m.cublas_workspace;
}

} // namespace

void cublas_workspace(Machine &m)
{
    if (!m.older.keeps_workspaces) return m.workspace(workspace_bytes(m), "cublas");
    const std::size_t threads = m.in_backward ? 2 : 1; // autograd's thread has a handle of its own
    if (m.workspaces == nullptr || m.workspaces->size() >= threads) return;
    m.workspaces->push_back(m.empty({workspace_bytes(m)}, Dtype::uint8, "cublas", Component::workspace));
}

void product_workspace(Machine &m, bool biased)
{
    if (biased)
        m.workspace(1 * mib, "cublasLt"); // addmm with a vector: Blas.cpp launches cublasLt, whose workspace is its own
    else
        cublas_workspace(m);
}

std::vector<Tensor> kept_workspaces(Machine &m, int threads)
{
    std::vector<Tensor> out;
    for (int i = 0; m.older.keeps_workspaces && i < threads; ++i)
        out.push_back(m.empty({workspace_bytes(m)}, Dtype::uint8, "cublas", Component::workspace));
    return out;
}

Tensor autocast_weight(Machine &m, Leaf &leaf)
{
    if (!m.autocast || leaf.value.dtype() == *m.autocast) return leaf.value;
    // torch 2.15: a copy that was made under no_grad stays in the cache, and whoever asks for a gradient makes one of its own each time
    const bool graphless = leaf.cast.defined() && m.grad_enabled && leaf.trains && !leaf.cast.requires_grad();
    if (leaf.cast.defined() && !graphless) return leaf.cast;
    const Scope before = m.scope;
    m.scope.component = Component::weight_casts;
    Tensor cast = to(m, leaf.value, *m.autocast);
    m.scope = before;
    if (leaf.trains && leaf.value.dtype() == Dtype::fp32 && !graphless) { // requires_grad and is_leaf: under no_grad as well
        leaf.cast = cast;
        m.autocast_cache.push_back(&leaf.cast);
    }
    return cast;
}

void clear_autocast_cache(Machine &m)
{
    for (Tensor *cast : m.autocast_cache) cast->reset();
    m.autocast_cache.clear();
}

Tensor matmul_weight(Machine &m, Tensor x, Tensor w, Count out_features, Tensor bias)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &w, &bias})) {
        const Shape xs = x.shape(), ws = w.shape();
        const Dtype xd = x.dtype();
        node = make_node(m, {&x, &w, &bias}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            // AddmmBackward0: mat1, mat2, self (the bias); MmBackward0: mat2, self; both unpack all they keep first
            const bool biased = self.needs(2);
            Tensor kept_x = self.needs(1) ? self.saved[0].unpack(mm) : Tensor();
            Tensor kept_w = self.needs(0) ? self.saved[1].unpack(mm) : Tensor();
            const auto left = [&] {
                g[0] = mm.empty(xs, xd, "mm_backward").view(xs);
                mm.multiplies(xs.rows(), xs.last(), out_features, in[0].dtype());
                cublas_workspace(mm);
            };
            const auto right = [&] {
                g[1] = mm.empty(ws, in[0].dtype(), "mm_backward").view(ws);
                mm.multiplies(out_features, xs.last(), xs.rows(), in[0].dtype());
                cublas_workspace(mm);
            };
            if (biased && self.needs(0)) left();
            if (self.needs(1)) right();
            if (!biased && self.needs(0)) left();
            if (!biased) return;
            // the engine sums it, when the formula has returned with what a checkpoint recomputed
            kept_x.reset();
            kept_w.reset();
            g[2] = sum_leading(mm, in[0], {out_features}); // whose gradient may be seen head by head
        });
        if (node->needs(1)) node->saved[0].keep(m, x);
        if (node->needs(0)) node->saved[1].keep(m, w);
    }
    Tensor out;
    costly(m, true, {&out}, [&] {
        out = m.empty(x.shape().with_last(out_features), x.dtype(), "mm");
        m.multiplies(x.shape().rows(), out_features, x.shape().last(), x.dtype());
        product_workspace(m, bias.defined());
    });
    if (node) attach(out, node);
    return out;
}

namespace {

/// DeepSpeed 0.19.8 runtime/zero/linear.py, LinearFunctionForZeroStage3: its forward runs first and keeps all its tensors then;
/// the input's gradient comes first.
Tensor linear_function(Machine &m, Tensor x, const Tensor &w, Count out_features, const Tensor &bias)
{
    Tensor out = m.empty(x.shape().with_last(out_features), x.dtype(), "mm");
    m.multiplies(x.shape().rows(), out_features, x.shape().last(), x.dtype());
    product_workspace(m, bias.defined() && x.shape().rank == 2);
    if (!any_requires_grad(m, {&x, &w, &bias})) return out;
    const Shape xs = x.shape(), ws = w.shape();
    const Dtype xd = x.dtype();
    const Ref<Node> node = make_node(m, {&x, &w, &bias}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept_x = self.saved[0].unpack(mm), kept_w = self.saved[1].unpack(mm);
        if (self.needs(0)) {
            g[0] = mm.empty(xs, xd, "mm_backward");
            mm.multiplies(xs.rows(), xs.last(), out_features, in[0].dtype());
            cublas_workspace(mm);
        }
        if (self.needs(1)) {
            g[1] = mm.empty(ws, in[0].dtype(), "mm_backward");
            mm.multiplies(out_features, xs.last(), xs.rows(), in[0].dtype());
            cublas_workspace(mm);
        }
        if (self.needs(2)) g[2] = sum_leading(mm, in[0], {out_features});
    });
    node->saved[0].keep(m, x);
    node->saved[1].keep(m, w);
    if (bias.defined()) node->more.emplace_back(m, bias);
    attach(out, node);
    return out;
}

} // namespace

Tensor linear(Machine &m, Tensor x, Leaf &weight, Leaf *bias)
{
    if (m.units && m.units->replaces_linear()) [[unlikely]]
        return linear_function(m, std::move(x), weight.value, weight.value.shape().size[0], bias ? bias->value : Tensor());
    Tensor cast_bias;
    Count out = weight.value.shape().size[0];
    // autocast_mode.h casts in a call's arguments, which PyTorch's compiler evaluates from the last to the first
    if (bias) cast_bias = autocast_weight(m, *bias);
    Tensor w = autocast_weight(m, weight);
    if (m.autocast) x = to(m, std::move(x), *m.autocast);
    return matmul_weight(m, std::move(x), std::move(w), out, std::move(cast_bias));
}

Tensor addmm(Machine &m, Tensor x, Leaf &weight, Leaf &bias)
{
    // the last argument first, as in linear(); the call lets go of the casts in the reverse order
    Tensor w = autocast_weight(m, weight);
    if (m.autocast) x = to(m, std::move(x), *m.autocast);
    Tensor cast_bias = autocast_weight(m, bias);
    Tensor out = matmul_weight(m, x, w, weight.value.shape().size[0], cast_bias);
    for (Tensor *argument : {&cast_bias, &x, &w}) argument->reset();
    return out;
}

namespace {

/// A batch of products into `shape` that reads `a`, and its two gradients, which are as much work each.
void tell_batch(Machine &m, const Shape &a, const Shape &shape, Dtype dtype)
{
    const Count rows = shape.rank > 1 ? shape.size[shape.rank - 2] : 1, columns = shape.last();
    const Count batch = rows > 0 && columns > 0 ? shape.elements() / (rows * columns) : 0;
    if (batch > 0) m.multiplies(rows, columns, a.elements() / (batch * rows), dtype, batch);
}

} // namespace

Tensor bmm(Machine &m, Tensor a, Tensor b, Shape shape)
{
    if (m.autocast) {
        b = to(m, std::move(b), *m.autocast); // last argument first, as in linear()
        a = to(m, std::move(a), *m.autocast);
    }
    Ref<Node> node;
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        node = make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept_a = self.needs(1) ? self.saved[0].unpack(mm) : Tensor();
            const Tensor kept_b = self.needs(0) ? self.saved[1].unpack(mm) : Tensor();
            // matmul of four dimensions multiplies views of three, whose gradients are views again
            const auto gradient = [&](const Shape &of) {
                Tensor made = mm.empty(of, in[0].dtype(), "bmm_backward");
                return of.rank > 3 ? made.view(of) : made;
            };
            if (self.needs(1)) {
                g[1] = gradient(sb);
                tell_batch(mm, sa, shape, in[0].dtype());
                cublas_workspace(mm);
            }
            if (self.needs(0)) {
                g[0] = gradient(sa);
                tell_batch(mm, sa, shape, in[0].dtype());
                cublas_workspace(mm);
            }
        });
        if (node->needs(1)) node->saved[0].keep(m, a);
        if (node->needs(0)) node->saved[1].keep(m, b);
    }
    Tensor out = m.empty(shape, a.dtype(), "bmm");
    tell_batch(m, a.shape(), shape, a.dtype());
    cublas_workspace(m);
    if (node) attach(out, node);
    return out;
}

Tensor baddbmm(Machine &m, Tensor added, Tensor a, Tensor b, Shape shape)
{
    if (m.autocast) {
        b = to(m, std::move(b), *m.autocast);
        a = to(m, std::move(a), *m.autocast);
        added = to(m, std::move(added), *m.autocast);
    }
    Ref<Node> node;
    if (any_requires_grad(m, {&a, &b})) {
        const Shape sa = a.shape(), sb = b.shape();
        node = make_node(m, {&a, &b}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept_a = self.needs(1) ? self.saved[0].unpack(mm) : Tensor();
            const Tensor kept_b = self.needs(0) ? self.saved[1].unpack(mm) : Tensor();
            const auto side = [&](const Shape &to) {
                const Tensor product = mm.empty(to, in[0].dtype(), "baddbmm_backward");
                tell_batch(mm, sa, shape, in[0].dtype());
                cublas_workspace(mm);
                return mm.empty(to, in[0].dtype(), "baddbmm_backward"); // maybe_multiply(…, alpha)
            };
            if (self.needs(0)) g[0] = side(sa);
            if (self.needs(1)) g[1] = side(sb);
        });
        if (node->needs(1)) node->saved[0].keep(m, a);
        if (node->needs(0)) node->saved[1].keep(m, b);
    }
    Tensor out = m.empty(shape, a.dtype(), "baddbmm");
    tell_batch(m, a.shape(), shape, a.dtype());
    cublas_workspace(m);
    if (node) attach(out, node);
    return out;
}

} // namespace plimsoll::step
