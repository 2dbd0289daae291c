// SPDX-License-Identifier: GPL-3.0-or-later
// RecurrentGemma's recurrent block (transformers 5.23, modeling_recurrent_gemma.py). Names live until their forward returns.
#include "core/nn/mixer.h"

#include "core/torch/mixer_ops.h"

namespace plimsoll::step {

namespace {

/// torch.baddbmm(bias[:, None, :], x by heads, weight): the bias is one row a head.
Tensor gate_product(Machine &m, Tensor bias, Tensor x, Tensor weight)
{
    if (m.autocast) {
        weight = to(m, std::move(weight), *m.autocast);
        x = to(m, std::move(x), *m.autocast);
        bias = to(m, std::move(bias), *m.autocast);
    }
    Ref<Node> node;
    if (any_requires_grad(m, {&bias, &x, &weight})) {
        const Shape xs = x.shape(), ws = weight.shape(), bs = bias.shape();
        node = make_node(m, {&bias, &x, &weight}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            {
                const Tensor kept_x = self.needs(2) ? self.saved[0].unpack(mm) : Tensor();
                const Tensor kept_weight = self.needs(1) ? self.saved[1].unpack(mm) : Tensor();
                if (self.needs(1)) g[1] = mm.empty(xs, in[0].dtype(), "baddbmm_backward");
                if (self.needs(1)) cublas_workspace(mm);
                if (self.needs(2)) g[2] = mm.empty(ws, in[0].dtype(), "baddbmm_backward");
                if (self.needs(2)) cublas_workspace(mm);
            }
            if (self.needs(0)) g[0] = sum_leading(mm, in[0], bs);
        });
        if (node->needs(2)) node->saved[0].keep(m, x);
        if (node->needs(1)) node->saved[1].keep(m, weight);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "baddbmm");
    cublas_workspace(m);
    if (node) attach(out, node);
    return out;
}

/// SqrtBoundDerivative: a custom function that keeps its input.
Tensor bounded_sqrt(Machine &m, const Tensor &x)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            Tensor times = mm.empty(kept.shape(), kept.dtype(), "mul");
            const Tensor clipped = mm.empty(kept.shape(), kept.dtype(), "clip");
            times.reset();
            const Tensor root = mm.empty(kept.shape(), kept.dtype(), "sqrt");
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "div");
        });
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "sqrt");
    if (node) {
        node->saved[0].keep(m, x);
        attach(out, node);
    }
    return out;
}

} // namespace

Tensor MixerModule::linear_scan(Machine &m, const Tensor &decay, const Tensor &input)
{
    // _rnn_scan: for every token a state, in float32, and the 16-bit decay converted; outputs are written into one tensor
    const Shape rows = input.shape();
    const Count s = rows.size[1];
    const Bytes state = round_up(product(4, rows.size[0], rows.last()), 512);
    Ref<Node> node;
    if (any_requires_grad(m, {&decay, &input})) {
        const Dtype dd = decay.dtype(), di = input.dtype();
        node = make_node(m, {&decay, &input}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            // CopySlices copies the gradient of the whole for each token; slices' gradients are zero-filled wholes
            const Tensor whole = mm.empty(rows, in[0].dtype(), "copy_slices");
            in[0].reset();
            if (self.needs(1)) g[1] = mm.empty(rows, di, "select_backward");
            if (self.needs(0)) g[0] = mm.empty(rows, dd, "select_backward");
            const Tensor slice = mm.empty(rows, dd, "select_backward");
        });
    }
    const Tensor start = m.empty({rows.size[0], rows.last()}, Dtype::fp32, "zeros");
    Tensor out = m.empty(rows, input.dtype(), "zeros_like");
    const Bytes turn = decay.dtype() == Dtype::fp32 ? state : 2 * state;
    if (node) keep_turns(m, *node, s, turn, "scan");
    const Tensor last = m.empty({rows.size[0], rows.last()}, Dtype::fp32, "recurrent_state");
    if (node) {
        if (decay.dtype() == Dtype::fp32) node->more.emplace_back(m, decay); // what its slices are views of
        attach(out, node);
    }
    if (!m.stopped) {
        m_carried = last;
        m_carried.node = out.node;
    }
    return out;
}

Tensor MixerModule::rglru(Machine &m, const Tensor &activations)
{
    const Shape rows = activations.shape();
    const Tensor reset = m.empty({1, rows.size[1]}, Dtype::boolean, "eq");
    const Tensor laid = contiguous(m, activations, true);
    const auto opened = [&](const Tensor &res) {
        Tensor ordered = contiguous(m, res, true);
        return pointwise(m, ordered, "sigmoid", true);
    };
    Tensor res = gate_product(m, own("input_gate_bias"), laid, own("input_gate_weight"));
    const Tensor input_gate = opened(res);
    res = gate_product(m, own("recurrent_gate_bias"), laid, own("recurrent_gate_weight"));
    Tensor gate = opened(res);
    Tensor scaled = scale(m, gate);
    Tensor parameter = m.autocast ? to(m, own("recurrent_param"), Dtype::fp32) : own("recurrent_param");
    Tensor softplus = pointwise(m, std::move(parameter), "softplus", false);
    const Tensor log_gate = outer(m, std::move(scaled), std::move(softplus), rows);
    gate = exponential(m, log_gate);
    Tensor doubled = scale(m, log_gate);
    const Tensor squared = exponential(m, std::move(doubled));
    const Tensor gated = mul(m, activations, input_gate);
    Tensor difference = scale(m, squared);
    Tensor multiplier = bounded_sqrt(m, difference);
    difference.reset();
    {
        const Tensor others = m.empty({1, rows.size[1]}, Dtype::boolean, "bitwise_not");
        Tensor product = scale(m, multiplier);
        multiplier = add_number(m, product);
    }
    const Tensor normalised = mul(m, gated, to(m, multiplier, activations.dtype()));
    gate = scale(m, std::move(gate));
    return linear_scan(m, gate, normalised);
}

Tensor MixerModule::recurrent(Machine &m, const Tensor &x, const MixerCall &call)
{
    Tensor y = linear_module("linear_y").forward(m, x);
    y = activate(m, std::move(y), Activation::gelu_tanh);
    Tensor branch = linear_module("linear_x").forward(m, x);
    m_carried.reset();
    branch = convolve(m, std::move(branch), m_spec->inner, false, call);
    branch = rglru(m, branch);
    Tensor hidden = mul(m, branch, y);
    return linear_module("linear_out").forward(m, std::move(hidden));
}

} // namespace plimsoll::step
