// SPDX-License-Identifier: GPL-3.0-or-later
// Kimi's delta attention as transformers 5.23 runs it in plain PyTorch (modeling_kimi_linear.py chunk_kimi_delta_attention):
// the decay is one number for every channel, so the pairs of a chunk's positions are tensors as wide as a head. Where
// flash-linear-attention is installed, its kernel takes the place of those lines.
#include "core/nn/delta_kernels.h"
#include "core/nn/mixer.h"

#include "core/nn/experts/router_ops.h"
#include "core/torch/mixer_ops.h"

namespace plimsoll::step {

namespace {

struct Kda {
    Count b, s, padded, chunks, chunk, heads, width;
    [[nodiscard]] Shape rows() const { return {b, heads, padded, width}; }
    [[nodiscard]] Shape square() const { return {b, heads, padded, chunk}; }
    [[nodiscard]] Shape pairs() const { return {b, heads * padded, chunk, width}; }
    [[nodiscard]] Bytes of_all(Count each) const { return product(4, b, heads, each); } ///< float32, of every head
};

/// torch.where(x > 20, x, torch.log(1 + torch.exp(x)))
Tensor bounded_softplus(Machine &m, const Tensor &x)
{
    const Tensor large = m.empty(x.shape(), Dtype::boolean, "gt");
    const Tensor power = add_number(m, exponential(m, x));
    const Tensor log = pointwise(m, power, "log", false);
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &log})) {
        node = make_node(m, {&x, &log}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            for (std::size_t i = 0; i < 2; ++i) g[i] = mm.empty(in[0].shape(), in[0].dtype(), "where_backward");
        });
        node->saved[0].keep(m, large);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "where");
    if (node) attach(out, node);
    return out;
}

/// Row after row of a chunk's lower triangle from the rows before: every turn clones the row and what is above it.
Tensor solve_rows(Machine &m, const Kda &d, Tensor attention)
{
    const Count turns = d.chunk - 1;
    const Bytes above = d.of_all(d.chunks) * turns * (turns + 1) * (2 * turns + 1) / 6;
    const Tensor one = m.empty({d.b, d.heads, d.chunks * turns * turns}, Dtype::fp32, "mul"); // of the last turn
    if (!any_requires_grad(m, {&attention})) return attention;
    const Shape whole = d.square();
    auto node = make_node(m, {&attention}, [whole](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        const Tensor result = mm.empty(whole, Dtype::fp32, "copy_slices");
        const Tensor slice = mm.empty(whole, Dtype::fp32, "slice_backward");
        g[0] = mm.empty(whole, Dtype::fp32, "slice_backward");
    });
    keep_turns(m, *node, turns, above / std::max<Count>(1, turns), "clone");
    attach(attention, node);
    return attention;
}

struct Chunked {
    Tensor query, key, value, decay, sums, decayed_keys;
};

/// The values, and with them what else the loop over chunks slices.
Tensor joined_values(Machine &m, const Kda &d, const Chunked &c)
{
    Tensor out = c.value.detach();
    attach(out, make_node(m, {&c.value, &c.sums, &c.decayed_keys}, [d](Machine &mm, Node &, Gradients &in, Gradients &g) {
               for (const std::size_t i : {1, 2}) g[i] = mm.empty(d.rows(), Dtype::fp32, "select_backward");
               g[0] = std::move(in[0]);
           }));
    return out;
}

/// The loop over chunks. A turn keeps its pairs, the state, the corrected values and four rows of keys or queries; backward
/// makes the gradient of everything that the turns slice whole, one zero-filled slice beside it.
Tensor chunk_loop(Machine &m, const Kda &d, const Chunked &c)
{
    const Bytes pairs = d.of_all(d.chunk * d.chunk * d.width), state = d.of_all(d.width * d.width);
    const Bytes rows = d.of_all(d.chunk * d.width), square = d.of_all(d.chunk * d.chunk);
    Tensor out = m.empty(d.rows(), Dtype::fp32, "zeros_like");
    if (!any_requires_grad(m, {&c.value, &c.query})) {
        m.workspace(2 * pairs + 3 * state + 6 * rows, "chunks");
        return out;
    }
    // more inputs than a node has edges: the values come back through a node of their own
    const Tensor joined = joined_values(m, d, c);
    auto node = make_node(m, {&joined, &c.query, &c.key, &c.decay}, [d](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        const Tensor copy = mm.empty(d.rows(), Dtype::fp32, "copy_slices");
        for (const std::size_t i : {0, 1, 2}) g[i] = mm.empty(d.rows(), Dtype::fp32, "select_backward");
        g[3] = mm.empty(d.pairs(), Dtype::fp32, "select_backward");
        const Tensor slice = mm.empty(d.pairs(), Dtype::fp32, "select_backward");
    });
    for (const Tensor *t : {&c.query, &c.key, &c.decay, &c.decayed_keys}) node->more.emplace_back(m, *t);
    keep_turns(m, *node, d.chunks, pairs, "pairs");
    keep_turns(m, *node, d.chunks, state, "state");
    for (int i = 0; i < 5; ++i) keep_turns(m, *node, d.chunks, rows, "chunk_rows");
    keep_turns(m, *node, d.chunks, square, "attn_intra");
    m.workspace(pairs + 2 * state, "mul");
    attach(out, node);
    return out;
}

/// x.transpose(1, 2).contiguous().to(torch.float32)
Tensor laid_wide(Machine &m, Tensor x, Shape shape) { return to(m, contiguous(m, std::move(x), true), Dtype::fp32).view(shape); }

Tensor chunk_rule(Machine &m, const Kda &d, const std::vector<Tensor> &parts, const Tensor &rates, const Tensor &opened)
{
    const Dtype dtype = parts[0].dtype();
    const Shape given{d.b, d.heads, d.s, d.width}, small{d.b, d.heads, d.padded};
    Chunked c;
    Tensor query = laid_wide(m, parts[0], given), key = laid_wide(m, parts[1], given), value = laid_wide(m, parts[2], given);
    Tensor beta = laid_wide(m, opened, {d.b, d.heads, d.s}), g = laid_wide(m, rates, given);
    query = unit_vectors(m, std::move(query));
    key = unit_vectors(m, std::move(key));
    c.query = scale(m, copy_of(m, query, d.rows(), "pad"));
    c.key = copy_of(m, key, d.rows(), "pad");
    value = copy_of(m, value, d.rows(), "pad");
    g = copy_of(m, g, d.rows(), "pad");
    beta = copy_of(m, beta, small, "pad");
    query.reset();
    key.reset();
    const Tensor v_beta = outer(m, value, beta, d.rows()), k_beta = outer(m, c.key, beta, d.rows());
    c.sums = copy_of(m, g, d.rows(), "cumsum");
    g.reset();
    {
        Tensor decay = copy_of(m, c.sums, d.pairs(), "sub");
        decay = copy_of(m, std::move(decay), d.pairs(), "masked_fill");
        c.decay = exponential(m, std::move(decay));
    }
    Tensor attention;
    {
        Tensor both = outer(m, k_beta, c.key, d.pairs());
        both = mul(m, both, c.decay);
        attention = scale(m, sum_last(m, both, d.square()));
    }
    attention = copy_of(m, std::move(attention), d.square(), "masked_fill");
    attention = add_number(m, solve_rows(m, d, std::move(attention)));
    c.value = bmm(m, attention, v_beta, d.rows());
    c.decayed_keys = bmm(m, attention, mul(m, k_beta, exponential(m, c.sums)), d.rows());
    const Tensor first = m.empty({d.b, d.heads, d.width, d.width}, Dtype::fp32, "zeros");
    Tensor out = chunk_loop(m, d, c);
    if (d.padded != d.s) out = narrow(m, std::move(out), given);
    return to(m, contiguous(m, std::move(out), true), dtype);
}

/// KimiLinearRMSNormGated
Tensor kimi_norm(Machine &m, const Tensor &x, const Tensor &weight, const Tensor &gate)
{
    Tensor hidden = to(m, x, Dtype::fp32);
    const Tensor variance = mean_last(m, pow_number(m, hidden, true));
    hidden = mul(m, hidden, rsqrt(m, add_number(m, variance)));
    hidden = outer(m, to(m, weight, Dtype::fp32), hidden, hidden.shape());
    hidden = mul(m, std::move(hidden), pointwise(m, to(m, gate, Dtype::fp32), "sigmoid", true));
    return to(m, std::move(hidden), x.dtype());
}

} // namespace

Tensor MixerModule::kimi_delta(Machine &m, const Tensor &x, const MixerCall &call)
{
    const MixerSpec &spec = *m_spec;
    const Count b = x.shape().size[0], s = x.shape().size[1], inner = spec.inner;
    const Count padded = (s + spec.chunk - 1) / spec.chunk * spec.chunk;
    const Kda d{b, s, padded, padded / spec.chunk, spec.chunk, spec.heads, spec.state};
    const Tensor hidden = mask_padding(m, x, call.masked);
    Tensor mixed;
    {
        Tensor query = linear_module("q_proj").forward(m, hidden), key = linear_module("k_proj").forward(m, hidden);
        Tensor value = linear_module("v_proj").forward(m, hidden);
        Tensor both = concatenate(m, std::move(query), std::move(key), {b, s, 2 * inner});
        mixed = concatenate(m, std::move(both), std::move(value), {b, s, 3 * inner});
    }
    mixed = convolve(m, std::move(mixed), 3 * inner, true, call);
    std::vector<Tensor> parts;
    if (!call.forms.fla) parts = split_last(m, mixed, {inner, inner, inner});
    Tensor rates;
    {
        const Tensor forget = linear_module("f_b_proj").forward(m, linear_module("f_a_proj").forward(m, hidden));
        const Tensor g = outer_sum(m, to(m, forget, Dtype::fp32), to(m, own("dt_bias"), Dtype::fp32), {b, s, inner});
        const Tensor decay = exponential(m, to(m, own("A_log"), Dtype::fp32));
        const Tensor soft = bounded_softplus(m, g);
        rates = outer(m, scale(m, decay).view({spec.heads, 1}), soft.view({b * s, spec.heads, spec.state}),
                      {b * s, spec.heads, spec.state});
    }
    const Tensor beta = pointwise(m, linear_module("self_attn.b_proj").forward(m, hidden), "sigmoid", true);
    Tensor out = call.forms.fla ? fla_kimi_delta(m, {b, s, spec.heads, spec.heads, spec.state, spec.state}, mixed, rates, beta)
                                : chunk_rule(m, d, parts, rates, beta);
    const Tensor gate = linear_module("g_b_proj").forward(m, linear_module("g_a_proj").forward(m, hidden));
    const Shape heads{b * s, spec.heads, spec.state};
    out = kimi_norm(m, out.view(heads), own("o_norm.weight"), gate.view(heads));
    return linear_module("o_proj").forward(m, out.view({b, s, inner}));
}

} // namespace plimsoll::step
