// SPDX-License-Identifier: GPL-3.0-or-later
// Gated delta nets as transformers 5.23 runs them in plain PyTorch (modeling_qwen3_next.py torch_chunk_gated_delta_rule).
#include "core/nn/delta_kernels.h"
#include "core/nn/mixer.h"

#include "core/torch/mixer_ops.h"

#include <array>
#include <utility>

namespace plimsoll::step {

namespace {

/// (x * x).sum(dim=-1, keepdim=True): the sum's gradient is expanded, not copied, and the product's are two of x's size.
Tensor sum_of_squares(Machine &m, const Tensor &x)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        const Shape shape = x.shape();
        node = make_node(m, {&x, &x}, [shape](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            for (const std::size_t i : {1u, 0u}) g[i] = mm.empty(shape, in[0].dtype(), "mul_backward");
        });
        node->saved[0].keep(m, x);
    }
    const Tensor squared = m.empty(x.shape(), x.dtype(), "mul");
    Tensor out = m.empty(x.shape().with_last(1), x.dtype(), "sum");
    if (node) attach(out, node);
    return out;
}

/// x.unsqueeze(4) - x.unsqueeze(3) to `square`: the second's gradient is negated whole before it is summed down.
Tensor pairwise_differences(Machine &m, const Tensor &x, const Shape &square)
{
    Tensor out = m.empty(square, x.dtype(), "sub");
    if (any_requires_grad(m, {&x})) {
        const Shape small = x.shape();
        attach(out, make_node(m, {&x, &x}, [=](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   const Tensor negative = mm.empty(square, in[0].dtype(), "neg");
                   for (const std::size_t i : {0u, 1u}) g[i] = mm.empty(small, in[0].dtype(), "sum");
               }));
    }
    return out;
}

} // namespace

Tensor unit_vectors(Machine &m, Tensor x)
{
    Tensor inverse = rsqrt(m, add_number(m, sum_of_squares(m, x)));
    return mul(m, x, std::move(inverse));
}

namespace {

struct Delta {
    Count b, s, padded, chunks, chunk, heads, key, value;
    /// Queries and keys are float32 already and need no padding, so that .to() and F.pad leave their strides, heads behind tokens:
    /// reshape copies what a product takes of them.
    bool strided = false;
    Count most_turns = 128; ///< MixerForms::most_turns: an estimate of a very long sequence would not end
    [[nodiscard]] bool copies_a_chunk() const { return strided && b > 1 && heads > 1; }
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
            cublas_workspace(mm);
            if (!self.needs(0)) return;
            Tensor product = mm.empty(ms, Dtype::fp32, "solve_triangular_backward");
            cublas_workspace(mm);
            product = mm.empty(ms, Dtype::fp32, "neg");
            g[0] = mm.empty(ms, Dtype::fp32, "tril");
        });
        node->saved[0].keep(m, matrix);
    }
    Tensor out = m.empty(rs, Dtype::fp32, "solve_triangular");
    cublas_workspace(m);
    if (node) {
        node->saved[1].keep(m, out);
        attach(out, node);
    }
    return out;
}

/// whole[:, :, i] = part (torch/csrc/autograd/functions/tensor.cpp, CopySlices around CopyBackwards): backward copies the
/// gradient of the whole and, out of it, that of the part, whose place is zero from then on.
Tensor put_slice(Machine &m, const Tensor &whole, const Tensor &part)
{
    if (!any_requires_grad(m, {&whole, &part})) return whole;
    const Shape all = whole.shape(), slice = part.shape();
    const Dtype own = part.dtype();
    Tensor out = whole.detach();
    attach(out, make_node(m, {&whole, &part}, [all, slice, own](Machine &mm, Node &self, Gradients &in, Gradients &g) {
               Tensor copied = mm.empty(all, in[0].dtype(), "copy_slices");
               const Tensor cut = mm.empty(slice, in[0].dtype(), "clone");
               Tensor zeros;
               if (self.needs(0)) zeros = mm.empty(slice, in[0].dtype(), "zeros");
               g[1] = to(mm, cut, own);
               if (self.needs(0)) g[0] = std::move(copied);
           }));
    return out;
}

/// What one turn of the loop over chunks reads, all but the state made before it.
struct Scanned {
    Tensor values, decayed, query, key, within, decays;
};

/// The loop over chunks, line by line; `state` [batch, heads, key, value] and `out` as they stand before it.
/// The names v_new and inter_chunk_attn, which live on behind the loop, stay in `corrected` and `read`.
Tensor chunk_loop(Machine &m, const Delta &d, const Scanned &all, Tensor state, Tensor out, Tensor &corrected, Tensor &read)
{
    const Shape value_rows{d.b, d.heads, d.chunk, d.value}, key_rows{d.b, d.heads, d.chunk, d.key};
    const Shape states = state.shape();
    for (Count i = 0; i < d.chunks; ++i) {
        {
            const Tensor own = narrow(m, all.values, value_rows);
            Tensor predicted = bmm(m, narrow(m, all.decayed, key_rows), state, value_rows);
            Tensor next = subtract(m, own, std::move(predicted)); // an operand goes before the name's former tensor does
            corrected = std::move(next);
        }
        {
            Tensor next = bmm(m, contiguous(m, narrow(m, all.query, key_rows), d.copies_a_chunk()), state, value_rows);
            read = std::move(next);
        }
        {
            Tensor inside = bmm(m, narrow(m, all.within, {d.b, d.heads, d.chunk, d.chunk}), corrected, value_rows);
            const Tensor sum = add(m, read, std::move(inside));
            out = put_slice(m, out, sum);
        }
        Tensor kept = outer(m, state, narrow(m, all.decays, {d.b, d.heads}), states);
        Tensor update = bmm(m, contiguous(m, narrow(m, all.key, key_rows), d.copies_a_chunk()), corrected, states);
        Tensor next = add(m, kept, update);
        kept.reset();
        update.reset();
        state = std::move(next);
    }
    return out;
}

/// What backward needs of all turns: the state before each, the values that it corrects, and what is copied of queries and keys. Under
/// autocast every product casts its operands anew and keeps the casts in place of the whole; the state stands twice cast beside itself.
void keep_scan(Machine &m, Node &node, const Delta &d, const Scanned &all, Bytes state, Bytes turn)
{
    node.more.emplace_back(m, all.decayed);
    keep_turns(m, node, d.chunks, state, "states");
    const Bytes keys = product(4, d.b, d.heads, d.chunk, d.key);
    if (!m.autocast) {
        for (const Tensor *t : {&all.query, &all.key, &all.within}) node.more.emplace_back(m, *t);
        keep_turns(m, node, d.chunks, turn, "v_new");
        if (d.copies_a_chunk()) keep_turns(m, node, 2 * d.chunks, keys, "contiguous");
        return;
    }
    keep_turns(m, node, 2 * d.chunks, state / 2, "to");
    keep_turns(m, node, 2 * d.chunks, turn / 2, "to");
    keep_turns(m, node, 3 * d.chunks, keys / 2, "to");
    keep_turns(m, node, d.chunks, product(2, d.b, d.heads, d.chunk, d.chunk), "to");
}

/// The same in a few blocks; every turn writes its rows of one output. Backward makes the gradients of all that the turns slice whole
/// while nearly all of that still stands, one zero-filled slice beside them.
Tensor lumped_loop(Machine &m, const Delta &d, const Scanned &all, const Tensor &out_before)
{
    const Bytes state = round_up(product(4, d.b, d.heads, d.key, d.value), 512);
    const Bytes turn = round_up(product(4, d.b, d.heads, d.chunk, d.value), 512);
    Tensor out = out_before;
    if (!any_requires_grad(m, {&all.values})) {
        const Tensor states = m.empty({3 * state + 3 * turn}, Dtype::uint8, "chunks");
        return out;
    }
    const auto within = std::make_shared<Tensor>(); // its gradient: a node has no fifth edge
    Tensor joined = all.values;
    attach(joined, make_node(m, {&all.values, &all.within}, [within](Machine &, Node &, Gradients &in, Gradients &g) {
               g[1] = std::exchange(*within, {});
               g[0] = std::move(in[0]);
           }));
    const auto sliced = [d, within](Machine &mm, Node &self, Gradients &, Gradients &g) {
        const TensorList kept = self.unpack_more(mm);
        const Tensor copy = mm.empty(d.values(d.padded), Dtype::fp32, "copy_slices");
        *within = mm.empty(d.square(), Dtype::fp32, "select_backward");
        g[0] = mm.empty(d.values(d.padded), Dtype::fp32, "select_backward");
        for (int i = 1; i < 4; ++i) g[static_cast<std::size_t>(i)] = mm.empty(d.keys(d.padded), Dtype::fp32, "select_backward");
        const Tensor slice = mm.empty(d.keys(d.padded), Dtype::fp32, "select_backward");
    };
    auto node = make_node(m, {&joined, &all.decayed, &all.query, &all.key}, sliced);
    keep_scan(m, *node, d, all, state, turn);
    m.workspace(2 * state, "matmul");
    attach(out, node);
    return out;
}

/// A tuple or list of one operation on several names: all results are made before the first name is given away.
template <class... Names, class Operation>
void rebind(Operation operation, Names &...names)
{
    std::array results{operation(names)...};
    std::size_t i = 0;
    ((names = std::move(results[i++])), ...);
}

/// left @ right.transpose(-1, -2), every chunk by itself.
Tensor product_of_chunks(Machine &m, const Delta &d, const Tensor &left, const Tensor &right)
{
    return d.strided ? contraction(m, left, right, d.square(), true, true) : bmm(m, left, right, d.square());
}

Tensor chunk_rule(Machine &m, Delta d, Tensor query, Tensor key, Tensor value, Tensor g, Tensor beta, Dtype dtype)
{
    d.strided = query.dtype() == Dtype::fp32 && d.padded == d.s;
    rebind([&m](const Tensor &x) { return to(m, x, Dtype::fp32); }, query, key, value, beta, g);
    query = query.view(d.keys(d.s));
    key = key.view(d.keys(d.s));
    value = value.view(d.values(d.s));
    query = unit_vectors(m, std::move(query));
    key = unit_vectors(m, std::move(key));
    query = scale(m, std::move(query));
    const auto padded = [&](const Tensor &x) { return copy_of(m, x, {d.b, d.heads, d.padded, x.shape().last()}, "pad"); };
    rebind(padded, query, key, value);
    rebind([&](const Tensor &x) { return copy_of(m, x, d.small(), "pad"); }, beta, g);
    Tensor v_beta = outer(m, value, beta, d.values(d.padded));
    Tensor k_beta = outer(m, key, beta, d.keys(d.padded));
    // .reshape(…, chunks, chunk, …) and back; what comes from triangular systems lies column by column
    query = seen_anew(m, query);
    key = seen_anew(m, key);
    k_beta = copied_back(m, k_beta);
    v_beta = copied_back(m, v_beta);
    Tensor sums = copy_of(m, g, d.small(), "cumsum");
    m.workspace(sums.bytes(), "cumsum"); // its input, laid out anew
    Tensor pairwise = pairwise_differences(m, sums, d.square());
    pairwise = copy_of(m, std::move(pairwise), d.square(), "masked_fill");
    pairwise = exponential(m, std::move(pairwise));
    Scanned all;
    // a statement of its own for each product: the casts that autocast makes for it are gone when its result is scaled
    Tensor system = product_of_chunks(m, d, k_beta, key);
    system = mul(m, std::move(system), pairwise);
    all.within = product_of_chunks(m, d, query, key);
    all.within = mul(m, std::move(all.within), pairwise);
    Tensor decayed_keys = outer(m, k_beta, exponential(m, sums), d.keys(d.padded));
    all.values = solve_triangular(m, system, v_beta);
    all.decayed = solve_triangular(m, system, decayed_keys);
    Tensor first = m.empty({d.b, d.heads, d.key, d.value}, Dtype::fp32, "zeros");
    Tensor zeros = m.empty(d.values(d.padded), Dtype::fp32, "zeros_like");
    query = outer(m, query, exponential(m, sums), d.keys(d.padded));
    key = outer(m, key, exponential(m, copy_of(m, sums, d.small(), "sub")), d.keys(d.padded));
    all.query = query;
    all.key = key;
    all.decays = exponential(m, narrow(m, sums, {d.b, d.heads, d.chunks}));
    Tensor corrected, read;
    Tensor out = d.chunks > d.most_turns ? lumped_loop(m, d, all, zeros)
                                         : chunk_loop(m, d, all, std::move(first), std::move(zeros), corrected, read);
    // solve_triangular's result lies column by column, zeros_like follows it, and so the chunks do not merge without a copy
    out = contiguous(m, std::move(out), true);
    if (d.padded != d.s) out = narrow(m, std::move(out), d.values(d.s));
    out = to(m, std::move(out), dtype); // float32 stays as it lies, tokens behind heads
    // the frame lets go of its arguments, then of its names in the order of their first assignment
    all.query.reset();
    all.key.reset();
    for (Tensor *name : {&query, &key, &value, &beta, &g, &v_beta, &k_beta, &sums, &pairwise, &system, &all.within, &decayed_keys,
                         &all.values, &all.decayed, &all.decays, &corrected, &read})
        name->reset();
    return out;
}

/// torch.cat of three along the last dimension.
Tensor join_three(Machine &m, const Tensor &a, const Tensor &b, const Tensor &c)
{
    const Shape sa = a.shape(), sb = b.shape(), sc = c.shape();
    Tensor out = m.empty(sa.with_last(sa.last() + sb.last() + sc.last()), a.dtype(), "cat");
    if (any_requires_grad(m, {&a, &b, &c}))
        attach(out, make_node(m, {&a, &b, &c}, [sa, sb, sc](Machine &, Node &self, Gradients &in, Gradients &g) {
                   if (self.needs(0)) g[0] = in[0].view(sa);
                   if (self.needs(1)) g[1] = in[0].view(sb);
                   if (self.needs(2)) g[2] = in[0].view(sc);
               }));
    return out;
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
    const Delta d{b, s, padded, padded / spec.chunk, spec.chunk, spec.heads, spec.state, width, false, call.forms.most_turns};
    const Tensor hidden = mask_padding(m, x, call.masked);
    Tensor mixed, z, beta, a;
    const bool apart = spec.linears.front().name.ends_with("q_proj"); // OLMo Hybrid: the rates and the gate come later
    const Shape of_keys{b, s, keys}, of_values{b, s, values}, of_rates{b, s, spec.heads};
    std::vector<Tensor> parts;
    Tensor projected, rated; // names of the forward
    if (apart) {
        Tensor query = linear_module("q_proj").forward(m, hidden), key = linear_module("k_proj").forward(m, hidden);
        Tensor value = linear_module("v_proj").forward(m, hidden);
        mixed = join_three(m, query, key, value);
    } else if (spec.linears.front().name.ends_with("in_proj_qkvz")) {
        projected = linear_module("in_proj_qkvz").forward(m, hidden);
        rated = linear_module("in_proj_ba").forward(m, hidden);
        parts = split(m, projected, {of_keys, of_keys, of_values, of_values});
        const std::vector<Tensor> rates = split(m, rated, {of_rates, of_rates});
        // heads of one projection lie apart: every piece is copied, then three are put together
        parts[2] = contiguous(m, parts[2], true);
        z = contiguous(m, std::exchange(parts[3], {}), true);
        beta = contiguous(m, rates[0], true);
        a = contiguous(m, rates[1], true);
        Tensor query = contiguous(m, parts[0], true);
        parts[1] = contiguous(m, parts[1], true);
        parts[0] = std::move(query);
        mixed = join_three(m, parts[0], parts[1], parts[2]);
    } else {
        mixed = linear_module("in_proj_qkv").forward(m, hidden, true); // the convolution's gradient lies channel by channel
        z = linear_module("in_proj_z").forward(m, hidden);
        beta = linear_module("in_proj_b").forward(m, hidden);
        a = linear_module("in_proj_a").forward(m, hidden);
    }
    mixed = convolve(m, Tensor(mixed), 2 * keys + values, true, call); // the name is given away when the activation has run
    const bool kernels = call.forms.fla && m_spec->chunk == 64;
    if (!kernels) parts = split(m, mixed, {of_keys, of_keys, of_values});
    if (apart) beta = linear_module("b_proj").forward(m, hidden);
    beta = pointwise(m, std::move(beta), "sigmoid", true);
    if (apart) beta = scale(m, std::move(beta));
    if (apart) a = linear_module("a_proj").forward(m, hidden);
    Tensor decay = scale(m, exponential(m, to(m, own("A_log"), Dtype::fp32)));
    Tensor rate = outer_sum(m, to(m, std::move(a), Dtype::fp32), own("dt_bias"), {b, s, spec.heads});
    Tensor g = outer(m, std::move(decay), pointwise(m, std::move(rate), "softplus", false), {b, s, spec.heads});
    if (kernels) {
        Tensor out = fla_gated_delta_rule(m, {b, s, spec.groups, spec.heads, spec.state, width}, mixed, g, beta);
        if (apart) z = linear_module("g_proj").forward(m, hidden);
        const Shape rows{b * s, spec.heads, width};
        out = gated_norm(m, out.view(rows), own("norm.weight"), z.view(rows));
        return linear_module(apart ? "o_proj" : "out_proj").forward(m, out.view({b, s, values}));
    }
    Tensor query = parts[0], key = parts[1];
    parts[2] = copied_back(m, parts[2]); // .view(heads) of what comes back head by head
    if (spec.groups != spec.heads) {
        query = copy_of(m, query, {b, s, spec.heads * spec.state}, "repeat_interleave");
        key = copy_of(m, key, {b, s, spec.heads * spec.state}, "repeat_interleave");
    } else {
        query = copied_back(m, query);
        key = copied_back(m, key);
    }
    const Dtype own_dtype = query.dtype(); // initial_dtype: what autocast made of it, not the residual's
    Tensor out = chunk_rule(m, d, std::move(query), std::move(key), parts[2], g, beta, own_dtype);
    if (apart) z = linear_module("g_proj").forward(m, hidden);
    if (own_dtype == Dtype::fp32) out = contiguous(m, Tensor(out), true); // reshape(-1, head_v_dim)
    out = gated_norm(m, out.view({b * s, spec.heads, width}), own("norm.weight"), z.view({b * s, spec.heads, width}));
    return linear_module(apart ? "o_proj" : "out_proj").forward(m, out.view({b, s, values}));
}

} // namespace plimsoll::step
