// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/modules.h"

#include <utility>

// transformers 5.23 activations.py: some activations are one kernel, others a line of Python whose `input` lives to its end.

namespace plimsoll::step {

namespace {

/// 0.5 * x * (1.0 + tanh(√(2/π) * (x + 0.044715 * pow(x, 3.0))))
Tensor new_gelu(Machine &m, Tensor x)
{
    Tensor half = scale(m, x);
    Tensor inner = pow_number(m, x, false);
    inner = scale(m, std::move(inner));
    inner = add(m, x, std::move(inner));
    inner = scale(m, std::move(inner));
    inner = pointwise(m, std::move(inner), "tanh", true);
    inner = add_number(m, std::move(inner));
    return mul(m, std::move(half), std::move(inner));
}

/// 0.5 * x * (1.0 + tanh(x * 0.7978845608 * (1.0 + 0.044715 * x * x)))
Tensor fast_gelu(Machine &m, Tensor x)
{
    Tensor half = scale(m, x);
    Tensor left = scale(m, x);
    Tensor inner = scale(m, x);
    inner = mul(m, std::move(inner), x);
    inner = add_number(m, std::move(inner));
    inner = mul(m, std::move(left), std::move(inner));
    inner = pointwise(m, std::move(inner), "tanh", true);
    inner = add_number(m, std::move(inner));
    return mul(m, std::move(half), std::move(inner));
}

/// x * sigmoid(1.702 * x)
Tensor quick_gelu(Machine &m, Tensor x)
{
    Tensor inner = scale(m, x);
    inner = pointwise(m, std::move(inner), "sigmoid", true);
    return mul(m, x, std::move(inner));
}

/// Keeps its result; backward makes result + 1 and the product.
Tensor expm1(Machine &m, const Tensor &x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "expm1");
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor shifted = mm.empty(kept.shape(), kept.dtype(), "expm1_backward");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "expm1_backward");
        });
        node->saved[0].keep(m, out);
        attach(out, node);
    }
    return out;
}

/// torch.where(condition, a, b) of one shape: keeps the condition.
Tensor where(Machine &m, const Tensor &condition, Tensor a, Tensor b)
{
    const Dtype dtype = promote(a.dtype(), b.dtype());
    Ref<Node> node;
    if (any_requires_grad(m, {&a, &b})) {
        node = make_node(m, {&a, &b}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor zero = mm.empty({1}, in[0].dtype(), "scalar");
            if (self.needs(0)) g[0] = mm.empty(in[0].shape(), in[0].dtype(), "where_backward");
            if (self.needs(1)) g[1] = mm.empty(in[0].shape(), in[0].dtype(), "where_backward");
        });
        node->saved[0].keep(m, condition);
    }
    Tensor out = m.empty(condition.shape(), dtype, "where");
    if (node) attach(out, node);
    return out;
}

/// ff * g, with tanh_out = tanh(0.79788456 * x * (1 + 0.044715 * x * x)) and
/// ff = 0.5 * x * ((1 - tanh_out * tanh_out) * (0.79788456 + 0.1070322243 * x * x)) + 0.5 * (1 + tanh_out)
Tensor bloom_gelu_backward(Machine &m, const Tensor &saved)
{
    const Tensor x = saved.detach();
    Tensor left = scale(m, x);
    Tensor inner = mul(m, scale(m, x), x);
    inner = add_number(m, std::move(inner));
    inner = mul(m, std::move(left), std::move(inner));
    const Tensor tanh_out = pointwise(m, std::move(inner), "tanh", true);
    left = scale(m, x);
    Tensor slope = mul(m, tanh_out, tanh_out);
    slope = add_number(m, std::move(slope));
    Tensor cubic = mul(m, scale(m, x), x);
    cubic = add_number(m, std::move(cubic));
    slope = mul(m, std::move(slope), std::move(cubic));
    left = mul(m, std::move(left), std::move(slope));
    Tensor right = add_number(m, tanh_out);
    right = scale(m, std::move(right));
    const Tensor ff = add(m, std::move(left), std::move(right));
    return scale(m, ff);
}

/// GeLUFunction keeps its input only, and both directions are lines of Python.
Tensor bloom_gelu_function(Machine &m, Tensor x)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &, Gradients &g) {
            g[0] = bloom_gelu_backward(mm, self.saved[0].unpack(mm));
        });
        node->saved[0].keep(m, x);
    }
    const bool grad = std::exchange(m.grad_enabled, false);
    // x * 0.5 * (1.0 + torch.tanh(0.79788456 * x * (1 + 0.044715 * x * x)))
    Tensor half = scale(m, x);
    Tensor left = scale(m, x);
    Tensor inner = scale(m, x);
    inner = mul(m, std::move(inner), x);
    inner = add_number(m, std::move(inner));
    inner = mul(m, std::move(left), std::move(inner));
    inner = pointwise(m, std::move(inner), "tanh", true);
    inner = add_number(m, std::move(inner));
    Tensor out = mul(m, std::move(half), std::move(inner));
    m.grad_enabled = grad;
    if (node) attach(out, node);
    return out;
}

} // namespace

Tensor bloom_gelu(Machine &m, Tensor x) { return bloom_gelu_function(m, std::move(x)); }

Tensor xielu(Machine &m, const Tensor &x, Leaf &alpha_p, Leaf &alpha_n)
{
    // autocast runs softplus and expm1 in float32
    const auto wide = [&m](const Tensor &t) { return m.autocast ? to(m, t, Dtype::fp32) : t; };
    const Tensor p = pointwise(m, wide(alpha_p.value), "softplus", false);
    const Tensor n = add_number(m, pointwise(m, wide(alpha_n.value), "softplus", false));
    const Tensor positive = m.empty(x.shape(), Dtype::boolean, "gt");
    Tensor above;
    {
        Tensor square = mul(m, p, x);
        square = mul(m, std::move(square), x);
        above = add(m, std::move(square), scale(m, x));
    }
    Tensor below = extreme(m, x);
    below = expm1(m, wide(below));
    below = subtract(m, std::move(below), x);
    below = mul(m, std::move(below), n);
    below = add(m, std::move(below), scale(m, x));
    return where(m, positive, std::move(above), std::move(below));
}

Tensor activate(Machine &m, Tensor x, Activation activation)
{
    switch (activation) {
    case Activation::silu: return pointwise(m, std::move(x), "silu", false);
    case Activation::relu: return pointwise(m, std::move(x), "relu", true);
    case Activation::tanh_: return pointwise(m, std::move(x), "tanh", true);
    case Activation::gelu:
    case Activation::gelu_tanh: return pointwise(m, std::move(x), "gelu", false);
    case Activation::gelu_new: return new_gelu(m, std::move(x));
    case Activation::gelu_fast: return fast_gelu(m, std::move(x));
    case Activation::quick_gelu: return quick_gelu(m, std::move(x));
    case Activation::relu2: return pow_number(m, pointwise(m, std::move(x), "relu", true), true);
    }
    return x;
}

} // namespace plimsoll::step
