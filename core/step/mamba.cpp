// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba 1 and 2 as transformers 5.23 runs them in plain PyTorch (modeling_mamba.py mamba_selective_scan, modeling_mamba2.py
// mamba2_chunk_scan).
#include "core/step/mixer.h"

#include "core/step/mixer_ops.h"

namespace plimsoll::step {

namespace {

/// The loop over tokens: state = A[i] * state + Bu[i], and its product with C. Every state is kept, in float32 and in the
/// dtype of the product; backward makes the gradients of A and Bu whole, one token's zero-filled slice beside them.
Tensor scan(Machine &m, const Tensor &decay, const Tensor &input, const Tensor &c, Dtype dtype)
{
    const bool casts = m.autocast && dtype == Dtype::fp32; // torch.matmul is cast, its float32 operands token by token
    if (casts) dtype = *m.autocast;
    const Shape whole = decay.shape();
    const Count b = whole.size[0], inner = whole.size[1], s = whole.size[2], n = whole.size[3];
    const auto turns = [s](Bytes each) { return product(s, round_up(each, 512)); };
    const bool grad = any_requires_grad(m, {&decay, &input, &c});
    Ref<Node> node;
    if (grad) {
        const Shape cs = c.shape();
        const Dtype cd = c.dtype();
        node = make_node(m, {&decay, &input, &c}, [whole, cs, cd](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            g[2] = mm.empty(cs, cd, "select_backward");
            g[1] = mm.empty(whole, Dtype::fp32, "select_backward");
            g[0] = mm.empty(whole, Dtype::fp32, "select_backward");
            const Tensor slice = mm.empty(whole, Dtype::fp32, "select_backward");
        });
        node->more.emplace_back(m, decay);
        node->more.emplace_back(m, c);
    }
    const Bytes state = product(4, b, inner, n), half = state / 2;
    Tensor states, halves;
    if (grad) {
        keep_turns(m, *node, s, state, "scan");
        if (dtype != Dtype::fp32) keep_turns(m, *node, s, half, "scan");
        if (casts && c.dtype() == Dtype::fp32) keep_turns(m, *node, s, product(2, b, n), "scan");
    } else {
        states = m.empty({3 * round_up(state, 512)}, Dtype::uint8, "scan");
        if (dtype != Dtype::fp32) halves = m.empty({half}, Dtype::uint8, "scan");
    }
    const Tensor outputs = m.empty({turns(product(b, inner, size_of(dtype)))}, Dtype::uint8, "scan_outputs");
    Tensor out = m.empty({b, inner, s}, dtype, "stack");
    if (node) attach(out, node);
    return out;
}

} // namespace

Tensor MixerModule::mamba(Machine &m, const Tensor &x, const MixerCall &call)
{
    const MixerSpec &spec = *m_spec;
    const Count b = x.shape().size[0], s = x.shape().size[1], inner = spec.inner, n = spec.state;
    Tensor projected = linear_module("in_proj").forward(m, mask_padding(m, x, call.masked));
    Tensor a = to(m, own("A_log"), Dtype::fp32);
    a = scale(m, exponential(m, std::move(a)));
    std::vector<Tensor> halves = split_last(m, projected, {inner, inner});
    Tensor convolved = convolve(m, halves[0], inner, true, call);
    const Tensor hidden = mask_padding(m, std::move(convolved), call.masked);
    std::vector<Tensor> parts =
        split_last(m, linear_module("x_proj").forward(m, contiguous(m, hidden, b > 1)), {spec.rank, n, n});
    if (spec.inner_norms) {
        const char *const names[] = {"dt_layernorm.weight", "b_layernorm.weight", "c_layernorm.weight"};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            Tensor wide = to(m, parts[i], Dtype::fp32);
            const Dtype dtype = parts[i].dtype();
            parts[i] = to(m, scale(m, std::move(wide)), dtype);
            if (const Tensor &weight = own(names[i]); weight.defined()) parts[i] = outer(m, weight, parts[i], parts[i].shape());
        }
    }
    LinearModule &dt_proj = linear_module("dt_proj");
    Tensor out;
    {
        Tensor dt;
        if (spec.inner_norms && m_quantised) { // the module itself, whose bias comes off again
            dt = dt_proj.forward(m, parts[0]);
            dt = subtract(m, std::move(dt), dt_proj.bias()->value).view({b, inner, s});
        } else {
            dt = linear(m, parts[0], dt_proj.weight(), nullptr).view({b, inner, s});
        }
        if (Leaf *bias = dt_proj.bias()) dt = outer_sum(m, std::move(dt), to(m, bias->value, dt.dtype()), {b, inner, s});
        if (m.autocast) dt = to(m, std::move(dt), Dtype::fp32);
        dt = pointwise(m, std::move(dt), "softplus", false);
        const Shape whole{b, inner, s, n};
        const Tensor decay = exponential(m, outer(m, std::move(a), dt, whole));
        const Tensor input = outer(m, dt, to(m, parts[1], Dtype::fp32), whole);
        const Tensor scaled = outer(m, input, to(m, hidden, Dtype::fp32), whole);
        out = scan(m, decay, scaled, parts[2], hidden.dtype());
        Tensor skip = outer(m, hidden.view({b, inner, s}), to(m, own(".D"), Dtype::fp32), {b, inner, s});
        out = add(m, std::move(out), std::move(skip));
        Tensor gate = activate(m, halves[1].view({b, inner, s}), Activation::silu);
        out = mul(m, std::move(out), std::move(gate));
    }
    return linear_module("out_proj").forward(m, to(m, std::move(out), x.dtype()).view({b, s, inner}));
}

namespace {

struct Chunks {
    Count b, s, padded, count, chunk, heads, width, state;
};

/// torch.exp(segment_sum(x)): whole matrices of a chunk's positions, masked twice.
Tensor segment_decay(Machine &m, const Tensor &x, Shape whole)
{
    Tensor filled = copy_of(m, x, whole, "masked_fill");
    Tensor summed = copy_of(m, filled, whole, "cumsum");
    filled.reset();
    summed = copy_of(m, std::move(summed), whole, "masked_fill");
    return exponential(m, std::move(summed));
}

/// Chunks' own states carried over to the chunks behind them.
Tensor carry_states(Machine &m, const Chunks &k, Tensor states, const Tensor &sums)
{
    const Count matrix = product(k.heads, k.width, k.state);
    const Tensor zero = m.empty({k.b, 1, matrix}, states.dtype(), "zeros_like");
    Tensor all = concatenate(m, zero, std::move(states), {k.b, k.count + 1, matrix});
    const Tensor ends = copy_of(m, narrow(m, sums, {k.b, k.heads, k.count}), {k.b, k.heads, k.count + 1}, "pad");
    Tensor decay = segment_decay(m, ends, {k.b, k.heads, k.count + 1, k.count + 1});
    Tensor carried = contraction(m, std::move(decay), std::move(all), {k.b, k.count + 1, matrix}, true, true);
    return narrow(m, std::move(carried), {k.b, k.count, matrix});
}

Tensor chunk_scan(Machine &m, const Chunks &k, Tensor hidden, Tensor dt, Tensor a, Tensor bs, Tensor cs, const Tensor &d)
{
    const Shape rows{k.b, k.padded, k.heads, k.width}, keys{k.b, k.padded, k.heads, k.state}, small{k.b, k.padded, k.heads};
    const Shape square{k.b, k.heads, k.count * k.chunk, k.chunk};
    hidden = to(m, std::move(hidden), Dtype::fp32);
    bs = copy_of(m, to(m, std::move(bs), Dtype::fp32), keys, "repeat_interleave");
    cs = copy_of(m, to(m, std::move(cs), Dtype::fp32), keys, "repeat_interleave");
    Tensor skip = outer(m, d, copy_of(m, hidden, rows, "pad"), rows);
    dt = to(m, std::move(dt), Dtype::fp32);
    hidden = outer(m, hidden, dt, rows);
    a = outer(m, std::move(a), dt, small);
    {
        Tensor h = copy_of(m, hidden, rows, "pad"), aa = copy_of(m, a, small, "pad"), b2 = copy_of(m, bs, keys, "pad"),
               c2 = copy_of(m, cs, keys, "pad");
        hidden = std::move(h);
        a = std::move(aa);
        bs = std::move(b2);
        cs = std::move(c2);
    }
    Tensor sums = copy_of(m, a, small, "cumsum");
    const Tensor mask = segment_decay(m, a, square);
    Tensor scores = contraction(m, cs, bs, square, true, true);
    scores = mul(m, std::move(scores), mask);
    Tensor diagonal = contraction(m, scores, hidden, rows, false, true);
    Tensor decay = exponential(m, copy_of(m, sums, small, "sub"));
    Tensor decayed = outer(m, bs, std::move(decay), keys);
    Tensor states = contraction(m, decayed, hidden, {k.b, k.count, product(k.heads, k.width, k.state)}, true, true);
    states = carry_states(m, k, std::move(states), sums);
    Tensor way_out = exponential(m, std::move(sums));
    Tensor across = contraction(m, cs, states, rows, true, true);
    across = outer(m, std::move(across), std::move(way_out), rows);
    Tensor out = add(m, std::move(diagonal), std::move(across));
    out = contiguous(m, std::move(out), true);
    return add(m, std::move(out), std::move(skip));
}

} // namespace

Tensor MixerModule::mamba2(Machine &m, const Tensor &x, const MixerCall &call)
{
    const MixerSpec &spec = *m_spec;
    const Count b = x.shape().size[0], s = x.shape().size[1], inner = spec.inner;
    const Count conv = inner + 2 * spec.groups * spec.state;
    const Count padded = (s + spec.chunk - 1) / spec.chunk * spec.chunk;
    const Chunks k{b, s, padded, padded / spec.chunk, spec.chunk, spec.heads, inner / spec.heads, spec.state};
    Tensor states = mask_padding(m, x, call.masked);
    if (call.multiplied) states = scale(m, std::move(states));
    Tensor projected = linear_module("in_proj").forward(m, std::move(states));
    if (call.multiplied) projected = scale(m, std::move(projected));
    Tensor a = to(m, own("A_log"), Dtype::fp32);
    a = scale(m, exponential(m, std::move(a)));
    std::vector<Tensor> parts = split_last(m, projected, {inner, conv, spec.heads});
    projected.reset();
    Tensor mixed = mask_padding(m, convolve(m, parts[1], conv, true, call), call.masked);
    std::vector<Tensor> pieces = split_last(m, mixed, {inner, spec.groups * spec.state, spec.groups * spec.state});
    Tensor dt = outer_sum(m, parts[2], own("dt_bias"), {b, s, spec.heads});
    if (m.autocast) dt = to(m, std::move(dt), Dtype::fp32);
    dt = pointwise(m, std::move(dt), "softplus", false);
    dt = pointwise(m, std::move(dt), "clamp", false);
    Tensor out = chunk_scan(m, k, pieces[0], std::move(dt), std::move(a), pieces[1], pieces[2], own(".D"));
    if (padded != s) out = narrow(m, std::move(out), {b, s, inner});
    out = out.view({b, s, inner});
    // only the norm takes its gate in float32
    Tensor gate = activate(m, spec.gated_norm ? to(m, parts[0], Dtype::fp32) : parts[0], Activation::silu);
    out = mul(m, std::move(out), std::move(gate));
    if (spec.gated_norm) {
        Tensor squared = pow_number(m, out, true);
        Tensor inverse = rsqrt(m, add_number(m, mean_last(m, std::move(squared))));
        out = mul(m, out, std::move(inverse));
        out = mul(m, own("norm.weight"), std::move(out)); // the scan's result is float32, and so is what is scaled
    }
    return linear_module("out_proj").forward(m, to(m, std::move(out), x.dtype()));
}

} // namespace plimsoll::step
