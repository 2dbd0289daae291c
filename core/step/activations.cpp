// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/modules.h"

// transformers 5.23 activations.py: some activations are one kernel, others a line of Python.

namespace plimsoll::step {

namespace {

/// 0.5 * x * (1.0 + tanh(√(2/π) * (x + 0.044715 * pow(x, 3.0))))
Tensor new_gelu(Machine &m, Tensor x)
{
    Tensor half = scale(m, x);
    Tensor inner = pow_number(m, x, false);
    inner = scale(m, std::move(inner));
    inner = add(m, std::move(x), std::move(inner));
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
    inner = mul(m, std::move(inner), std::move(x));
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
    return mul(m, std::move(x), std::move(inner));
}

} // namespace

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
