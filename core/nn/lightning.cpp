// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"
#include "core/nn/mixer.h"
#include "core/torch/mixer_ops.h"

#include <algorithm>
#include <span>

// MiniMaxLightningAttention (transformers 5.23, models/minimax/modeling_minimax.py): blocks of tokens attend to themselves
// under a decay, and to a state of keys times values that earlier blocks left.

namespace plimsoll::step {

namespace {

/// torch.cat of many: each part's gradient is a view of the whole.
Tensor join(Machine &m, std::span<const Tensor> parts, Shape whole)
{
    const auto pass = [](Machine &, Node &self, Gradients &in, Gradients &g) {
        if (self.needs(0)) g[0] = in[0].view(in[0].shape());
        if (self.edge_count > 1 && self.needs(1)) g[1] = in[0];
    };
    Tensor chain = parts.front();
    for (const Tensor &part : parts.subspan(1)) {
        Tensor next = part.detach();
        if (any_requires_grad(m, {&part, &chain})) attach(next, make_node(m, {&part, &chain}, pass));
        chain = std::move(next);
    }
    Tensor out = m.empty(whole, chain.dtype(), "cat");
    if (any_requires_grad(m, {&chain})) attach(out, make_node(m, {&chain}, pass));
    return out;
}

/// MiniMaxRMSNorm
Tensor rms_norm(Machine &m, const Tensor &x, const Tensor &weight)
{
    Tensor hidden = to(m, x, Dtype::fp32);
    const Tensor variance = mean_last(m, pow_number(m, hidden, true));
    Tensor shifted = add_number(m, variance);
    Tensor inverse = rsqrt(m, std::move(shifted));
    hidden = mul(m, hidden, std::move(inverse));
    return mul(m, weight, to(m, hidden, x.dtype()));
}

} // namespace

Tensor MixerModule::lightning(Machine &m, const Tensor &x, const MixerCall &call)
{
    const Count b = x.shape().size[0], s = x.shape().size[1], heads = m_spec->heads, dim = m_spec->inner / heads;
    const auto shape = [&](Count rows, Count columns) { return Shape{b, heads, rows, columns}; };
    const auto buffer = [&](Count rows, Count columns) { return m.empty({heads, rows, columns}, x.dtype(), "decay"); };
    Tensor all = linear_module("qkv_proj").forward(m, x);
    all = activate(m, std::move(all), Activation::silu);
    all = mask_padding(m, std::move(all), call.masked);
    const std::vector<Tensor> qkv = split(m, all, {shape(s, dim), shape(s, dim), shape(s, dim)});
    Tensor state = m.empty(shape(dim, dim), all.dtype(), "zeros");
    std::vector<Tensor> outputs;
    for (Count start = 0; start < s; start += m_spec->chunk) {
        const Count rows = std::min(m_spec->chunk, s - start);
        const Tensor q = narrow(m, qkv[0], shape(rows, dim)), k = narrow(m, qkv[1], shape(rows, dim)),
                     v = narrow(m, qkv[2], shape(rows, dim));
        const Tensor decay = buffer(1, 1);
        const Tensor diagonal = Tensor({}, {heads, rows, rows}, x.dtype());
        const Tensor scores = matmul_heads(m, {q, true}, {k, true}, shape(rows, rows));
        Tensor weighted = mul(m, scores, diagonal);
        Tensor within = matmul_heads(m, {std::move(weighted)}, {v, true}, shape(rows, dim));
        Tensor before = matmul_heads(m, {mul(m, q, Tensor({}, {heads, rows, 1}, x.dtype()))}, {state}, shape(rows, dim));
        outputs.push_back(add(m, before, within));
        Tensor next = matmul_heads(m, {mul(m, k, Tensor({}, {heads, rows, 1}, x.dtype()))}, {v, true}, shape(dim, dim));
        state = add(m, mul(m, state, decay), std::move(next));
    }
    if (call.state) call.state->convolution = m.empty(shape(dim, dim), state.dtype(), "linear_cache", Component::kv_cache);
    Tensor out = join(m, outputs, shape(s, dim));
    out = contiguous(m, std::move(out), true).view({b, s, m_spec->inner});
    out = rms_norm(m, out, own("norm.weight"));
    Tensor gate = linear_module("output_gate").forward(m, x);
    gate = pointwise(m, std::move(gate), "sigmoid", true);
    out = mul(m, std::move(gate), std::move(out));
    return linear_module("out_proj").forward(m, std::move(out));
}

} // namespace plimsoll::step
