// SPDX-License-Identifier: GPL-3.0-or-later
// Gated delta nets as transformers 5.23 runs them in plain PyTorch (modeling_qwen3_next.py torch_chunk_gated_delta_rule).
#include "core/step/mixer.h"

#include "core/step/mixer_ops.h"

namespace plimsoll::step {

Tensor unit_vectors(Machine &m, Tensor x)
{
    Tensor squared = mul(m, x, x);
    Tensor sum = mean_last(m, std::move(squared)); // a sum keeps as little
    Tensor inverse = rsqrt(m, add_number(m, std::move(sum)));
    return mul(m, x, std::move(inverse));
}

namespace {

struct Delta {
    Count b, s, padded, chunks, chunk, heads, key, value;
    [[nodiscard]] Shape keys(Count length) const { return {b, heads, length, key}; }
    [[nodiscard]] Shape values(Count length) const { return {b, heads, length, value}; }
    [[nodiscard]] Shape small() const { return {b, heads, padded}; }
    [[nodiscard]] Shape square() const { return {b, heads, chunks * chunk, chunk}; }
};

/// torch.linalg.solve_triangular: keeps the matrix and its result.
Tensor solve_triangular(Machine &m, const Tensor &matrix, const Tensor &right)
{
    Ref<Node> node;
    const Shape ms = matrix.shape(), rs = right.shape();
    if (any_requires_grad(m, {&matrix, &right})) {
        node = make_node(m, {&matrix, &right}, [ms, rs](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm), result = self.saved[1].unpack(mm);
            g[1] = mm.empty(rs, Dtype::fp32, "solve_triangular_backward");
            if (!self.needs(0)) return;
            Tensor product = mm.empty(ms, Dtype::fp32, "solve_triangular_backward");
            product = mm.empty(ms, Dtype::fp32, "neg");
            g[0] = mm.empty(ms, Dtype::fp32, "tril");
        });
        node->saved[0].keep(m, matrix);
    }
    Tensor out = m.empty(rs, Dtype::fp32, "solve_triangular");
    if (node) {
        node->saved[1].keep(m, out);
        attach(out, node);
    }
    return out;
}

/// The loop over chunks: the state before each is kept, and the values that it corrects; every turn writes its rows of one
/// output. Backward makes the gradients of all that the turns slice whole, one zero-filled slice beside them.
Tensor chunk_loop(Machine &m, const Delta &d, const Tensor &values, const Tensor &decayed, const Tensor &query, const Tensor &key,
                  const Tensor &within)
{
    const Bytes state = round_up(product(4, d.b, d.heads, d.key, d.value), 512);
    const Bytes turn = round_up(product(4, d.b, d.heads, d.chunk, d.value), 512);
    const bool grad = any_requires_grad(m, {&values});
    Tensor out = m.empty(d.values(d.padded), Dtype::fp32, "zeros_like");
    if (!grad) {
        const Tensor states = m.empty({3 * state + 3 * turn}, Dtype::uint8, "chunks");
        return out;
    }
    Tensor joined = values;
    attach(joined, make_node(m, {&values, &within}, [d](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[1] = mm.empty(d.square(), Dtype::fp32, "select_backward");
               g[0] = std::move(in[0]);
           }));
    auto node = make_node(m, {&joined, &decayed, &query, &key}, [d](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        const Tensor copy = mm.empty(d.values(d.padded), Dtype::fp32, "copy_slices");
        g[0] = mm.empty(d.values(d.padded), Dtype::fp32, "select_backward");
        for (int i = 1; i < 4; ++i) g[static_cast<std::size_t>(i)] = mm.empty(d.keys(d.padded), Dtype::fp32, "select_backward");
        const Tensor slice = mm.empty(d.keys(d.padded), Dtype::fp32, "select_backward");
    });
    for (const Tensor *t : {&decayed, &query, &key, &within}) node->more.emplace_back(m, *t);
    // state, its decayed copy and the product that is added to it; values before and after the correction
    const Tensor states = m.empty({d.chunks * state}, Dtype::uint8, "states");
    const Tensor corrected = m.empty({d.chunks * turn}, Dtype::uint8, "v_new");
    node->more.emplace_back(m, states);
    node->more.emplace_back(m, corrected);
    m.workspace(2 * state, "matmul");
    attach(out, node);
    return out;
}

Tensor chunk_rule(Machine &m, const Delta &d, Tensor query, Tensor key, Tensor value, Tensor g, Tensor beta, Dtype dtype)
{
    const auto wide = [&](Tensor &x, Shape shape) { x = to(m, std::move(x), Dtype::fp32).view(shape); };
    wide(query, d.keys(d.s));
    wide(key, d.keys(d.s));
    wide(value, d.values(d.s));
    query = unit_vectors(m, std::move(query));
    key = unit_vectors(m, std::move(key));
    query = scale(m, std::move(query));
    query = copy_of(m, std::move(query), d.keys(d.padded), "pad");
    key = copy_of(m, std::move(key), d.keys(d.padded), "pad");
    value = copy_of(m, std::move(value), d.values(d.padded), "pad");
    beta = copy_of(m, to(m, std::move(beta), Dtype::fp32), d.small(), "pad");
    g = copy_of(m, std::move(g), d.small(), "pad");
    const Tensor v_beta = outer(m, value, beta, d.values(d.padded));
    const Tensor k_beta = outer(m, key, beta, d.keys(d.padded));
    const Tensor sums = copy_of(m, g, d.small(), "cumsum");
    Tensor pairwise = copy_of(m, sums, d.square(), "sub");
    pairwise = copy_of(m, std::move(pairwise), d.square(), "masked_fill");
    pairwise = exponential(m, std::move(pairwise));
    Tensor system = mul(m, bmm(m, k_beta, key, d.square()), pairwise);
    Tensor within = mul(m, bmm(m, query, key, d.square()), pairwise);
    const Tensor decayed_keys = outer(m, k_beta, exponential(m, sums), d.keys(d.padded));
    const Tensor values = solve_triangular(m, system, v_beta);
    const Tensor decayed = solve_triangular(m, system, decayed_keys);
    const Tensor first = m.empty({d.b, d.heads, d.key, d.value}, Dtype::fp32, "zeros");
    query = outer(m, query, exponential(m, sums), d.keys(d.padded));
    key = outer(m, key, exponential(m, copy_of(m, sums, d.small(), "sub")), d.keys(d.padded));
    Tensor out = chunk_loop(m, d, values, decayed, query, key, within);
    if (d.padded != d.s) out = narrow(m, std::move(out), d.values(d.s));
    return dtype == Dtype::fp32 ? contiguous(m, std::move(out), true) : to(m, std::move(out), dtype);
}

/// Qwen3NextRMSNormGated
Tensor gated_norm(Machine &m, Tensor x, const Tensor &weight, Tensor gate)
{
    const Dtype dtype = x.dtype();
    Tensor hidden = to(m, std::move(x), Dtype::fp32);
    Tensor squared = pow_number(m, hidden, true);
    const Tensor variance = mean_last(m, std::move(squared));
    hidden = mul(m, hidden, rsqrt(m, add_number(m, variance)));
    hidden = outer(m, weight, to(m, hidden, dtype), hidden.shape());
    gate = activate(m, to(m, std::move(gate), Dtype::fp32), Activation::silu);
    hidden = mul(m, std::move(hidden), std::move(gate));
    return to(m, std::move(hidden), dtype);
}

} // namespace

Tensor MixerModule::delta_net(Machine &m, const Tensor &x, const MixerCall &call)
{
    const MixerSpec &spec = *m_spec;
    const Count b = x.shape().size[0], s = x.shape().size[1], keys = spec.groups * spec.state, values = spec.inner;
    const Count padded = (s + spec.chunk - 1) / spec.chunk * spec.chunk, width = values / spec.heads;
    const Delta d{b, s, padded, padded / spec.chunk, spec.chunk, spec.heads, spec.state, width};
    const Tensor hidden = mask_padding(m, x, call.masked);
    Tensor mixed, z, beta, a;
    const bool apart = spec.linears.front().name.ends_with("q_proj"); // OLMo Hybrid: the rates and the gate come later
    if (apart) {
        Tensor query = linear_module("q_proj").forward(m, hidden), key = linear_module("k_proj").forward(m, hidden);
        Tensor value = linear_module("v_proj").forward(m, hidden);
        Tensor both = concatenate(m, std::move(query), std::move(key), {b, s, 2 * keys});
        mixed = concatenate(m, std::move(both), std::move(value), {b, s, 2 * keys + values});
    } else if (spec.linears.front().name.ends_with("in_proj_qkvz")) {
        std::vector<Tensor> parts = split_last(m, linear_module("in_proj_qkvz").forward(m, hidden), {keys, keys, values, values});
        std::vector<Tensor> rates = split_last(m, linear_module("in_proj_ba").forward(m, hidden), {spec.heads, spec.heads});
        // heads of one projection lie apart: every piece is copied, then all are put together
        for (Tensor &part : parts) part = contiguous(m, std::move(part), true);
        for (Tensor &rate : rates) rate = contiguous(m, std::move(rate), true);
        mixed = concatenate(m, concatenate(m, parts[0], parts[1], {b, s, 2 * keys}), parts[2], {b, s, 2 * keys + values});
        z = std::move(parts[3]);
        beta = std::move(rates[0]);
        a = std::move(rates[1]);
    } else {
        mixed = linear_module("in_proj_qkv").forward(m, hidden);
        z = linear_module("in_proj_z").forward(m, hidden);
        beta = linear_module("in_proj_b").forward(m, hidden);
        a = linear_module("in_proj_a").forward(m, hidden);
    }
    mixed = convolve(m, std::move(mixed), 2 * keys + values, true, call);
    std::vector<Tensor> parts = split_last(m, mixed, {keys, keys, values});
    if (apart) beta = linear_module("b_proj").forward(m, hidden);
    beta = pointwise(m, std::move(beta), "sigmoid", true);
    if (apart) beta = scale(m, std::move(beta));
    if (apart) a = linear_module("a_proj").forward(m, hidden);
    Tensor decay = scale(m, exponential(m, to(m, own("A_log"), Dtype::fp32)));
    Tensor rate = outer_sum(m, to(m, std::move(a), Dtype::fp32), own("dt_bias"), {b, s, spec.heads});
    Tensor g = outer(m, std::move(decay), pointwise(m, std::move(rate), "softplus", false), {b, s, spec.heads});
    if (spec.groups != spec.heads)
        for (std::size_t i = 0; i < 2; ++i) parts[i] = copy_of(m, parts[i], {b, s, spec.heads * spec.state}, "repeat_interleave");
    Tensor out = chunk_rule(m, d, parts[0], parts[1], parts[2], std::move(g), std::move(beta), x.dtype());
    if (apart) z = linear_module("g_proj").forward(m, hidden);
    out = gated_norm(m, out.view({b * s, spec.heads, width}), own("norm.weight"), z.view({b * s, spec.heads, width}));
    return linear_module(apart ? "o_proj" : "out_proj").forward(m, out.view({b, s, values}));
}

} // namespace plimsoll::step
