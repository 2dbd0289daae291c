// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba 1 and 2 as transformers 5.23 runs them in plain PyTorch (modeling_mamba.py mamba_selective_scan, modeling_mamba2.py
// mamba2_chunk_scan), or in mamba-ssm's kernels where they are installed.
#include "core/nn/mamba_kernels.h"
#include "core/nn/mixer.h"

#include "core/torch/mixer_ops.h"

#include <algorithm>
#include <utility>

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
    cublas_workspace(m); // of the last token's product
    Tensor out = m.empty({b, inner, s}, dtype, "stack");
    if (node) attach(out, node);
    return out;
}

} // namespace

bool MixerModule::multiplies_weights(const MixerCall &call) const
{
    const bool dense = std::ranges::all_of(m_linears, [](const LinearModule &l) { return l.held().base == LinearBase::dense; });
    return call.forms.mamba_ssm && !call.forms.cached && !call.state && !m_spec->norms_first && dense;
}

Tensor MixerModule::mamba_at_once(Machine &m, Tensor projected, Tensor a)
{
    const MixerSpec &spec = *m_spec;
    const SelectiveSizes sizes{projected.shape().size[0], projected.shape().size[1], spec.inner, spec.state, spec.rank};
    LinearModule &x_proj = linear_module("x_proj"), &dt_proj = linear_module("dt_proj"), &out_proj = linear_module("out_proj");
    InnerInputs in{std::move(projected),
                   convolution("weight"),
                   convolution("bias"),
                   x_proj.weight().value,
                   dt_proj.weight().value,
                   to(m, dt_proj.bias()->value, Dtype::fp32),
                   std::move(a),
                   to(m, own(".D"), Dtype::fp32),
                   out_proj.weight().value,
                   {},
                   spec.inner_norms};
    if (Leaf *bias = out_proj.bias()) in.out_bias = to(m, bias->value, Dtype::fp32);
    return mamba_inner(m, sizes, in);
}

Tensor MixerModule::scan_in_kernel(Machine &m, const Tensor &hidden, const Tensor &time_step, const std::vector<Tensor> &parts,
                                   const Tensor &gate, Tensor a)
{
    const MixerSpec &spec = *m_spec;
    const SelectiveSizes sizes{hidden.shape().size[0], hidden.shape().size[1], spec.inner, spec.state, spec.rank};
    Tensor bias;
    if (Leaf *given = linear_module("dt_proj").bias()) bias = to(m, given->value, Dtype::fp32);
    return selective_scan(
        m, sizes, {hidden, time_step, parts[1], parts[2], gate, std::move(a), to(m, own(".D"), Dtype::fp32), std::move(bias)});
}

Tensor MixerModule::scan_in_torch(Machine &m, const Tensor &hidden, const Tensor &time_step, const std::vector<Tensor> &parts,
                                  const Tensor &gate, Tensor a)
{
    const Count b = hidden.shape().size[0], s = hidden.shape().size[1], inner = m_spec->inner;
    Tensor dt = time_step;
    if (Leaf *bias = linear_module("dt_proj").bias())
        dt = outer_sum(m, std::move(dt), to(m, bias->value, dt.dtype()), {b, inner, s});
    if (m.autocast) dt = to(m, std::move(dt), Dtype::fp32);
    dt = pointwise(m, std::move(dt), "softplus", false);
    const Shape whole{b, inner, s, m_spec->state};
    const Tensor decay = exponential(m, outer(m, std::move(a), dt, whole));
    const Tensor input = outer(m, dt, to(m, parts[1], Dtype::fp32), whole);
    const Tensor scaled = outer(m, input, to(m, hidden, Dtype::fp32), whole);
    Tensor out = scan(m, decay, scaled, parts[2], hidden.dtype());
    Tensor skip = outer(m, hidden.view({b, inner, s}), to(m, own(".D"), Dtype::fp32), {b, inner, s});
    out = add(m, std::move(out), std::move(skip));
    return mul(m, std::move(out), activate(m, gate, Activation::silu));
}

Tensor MixerModule::mamba(Machine &m, const Tensor &x, const MixerCall &call)
{
    const MixerSpec &spec = *m_spec;
    const Count b = x.shape().size[0], s = x.shape().size[1], inner = spec.inner, n = spec.state;
    Tensor projected = linear_module("in_proj").forward(m, mask_padding(m, x, call.masked));
    Tensor a = to(m, own("A_log"), Dtype::fp32);
    a = scale(m, exponential(m, std::move(a)));
    if (multiplies_weights(call)) return mamba_at_once(m, std::move(projected), std::move(a));
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
    Tensor time_step; // `self.dt_proj.weight @ time_step…`: a name of the mixer's forward, as what goes into the scan
    if (spec.inner_norms && m_quantised) { // the module itself, whose bias comes off again
        time_step = dt_proj.forward(m, parts[0]);
        time_step = subtract(m, std::move(time_step), dt_proj.bias()->value).view({b, inner, s});
    } else {
        time_step = linear(m, parts[0], dt_proj.weight(), nullptr).view({b, inner, s});
    }
    const Tensor gate = halves[1].view({b, inner, s});
    Tensor out = call.forms.mamba_ssm ? scan_in_kernel(m, hidden, time_step, parts, gate, std::move(a))
                                      : scan_in_torch(m, hidden, time_step, parts, gate, std::move(a));
    return linear_module("out_proj").forward(m, to(m, std::move(out), x.dtype()).view({b, s, inner}));
}

namespace {

struct Chunks {
    Count b, s, padded, count, chunk, heads, width, state;
};

/// x.masked_fill(~mask, number), whose backward keeps the inverted mask of one chunk's positions.
Tensor mask_upper(Machine &m, const Tensor &x, const Shape &whole)
{
    const Count chunk = whole.size[3];
    const Tensor inverted = m.empty({chunk, chunk}, Dtype::boolean, "bitwise_not");
    Tensor out = m.empty(whole, x.dtype(), "masked_fill");
    if (!any_requires_grad(m, {&x})) return out;
    const Shape from = x.shape();
    const Ref<Node> node = make_node(m, {&x}, [from, whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
        g[0] = mm.empty(whole, in[0].dtype(), "masked_fill_backward");
        if (from.elements() != whole.elements()) g[0] = mm.empty(from, in[0].dtype(), "sum"); // what was expanded
    });
    node->saved[0].keep(m, inverted);
    attach(out, node);
    return out;
}

/// torch.tril(torch.ones(chunk, chunk, dtype=torch.bool))
Tensor triangle(Machine &m, Count chunk)
{
    const Tensor ones = m.empty({chunk, chunk}, Dtype::boolean, "ones");
    return m.empty({chunk, chunk}, Dtype::boolean, "tril");
}

/// cumsum, whose backward is grad.flip(…).cumsum(…).flip(…) in one expression (FunctionsManual.cpp, cumsum_backward).
Tensor running_sum(Machine &m, const Tensor &x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "cumsum");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   const Tensor flipped = mm.empty(in[0].shape(), in[0].dtype(), "flip");
                   const Tensor summed = mm.empty(in[0].shape(), in[0].dtype(), "cumsum_backward");
                   g[0] = mm.empty(in[0].shape(), in[0].dtype(), "flip");
               }));
    return out;
}

/// torch.exp(segment_sum(x)): whole matrices of a chunk's positions, masked before and after the sums. The first of the three
/// has the name `input_tensor` until the function returns.
Tensor segment_decay(Machine &m, const Tensor &x, Shape whole)
{
    Tensor summed;
    {
        Tensor mask = triangle(m, whole.size[3]);
        const Tensor filled = mask_upper(m, x, whole);
        summed = running_sum(m, filled);
        mask = triangle(m, whole.size[3]);
        summed = mask_upper(m, summed, whole);
    }
    return exponential(m, std::move(summed));
}

/// What mamba2_chunk_scan has names for. They go when it returns, in the order in which they were first assigned, as a Python
/// frame lets them; members are declared the other way round, since they go backwards.
struct ScanNames {
    Tensor out, across_decayed, across, way_out, carried, chunk_decay, zeros, states, decayed, decay, diagonal, masked, scores,
        segments;
    Tensor sums, skip, cs, bs, a, dt, hidden;
};

/// Chunks' own states carried over to the chunks behind them.
void carry_states(Machine &m, const Chunks &k, ScanNames &n)
{
    const Count matrix = product(k.heads, k.width, k.state);
    n.zeros = m.empty({k.b, 1, matrix}, n.states.dtype(), "zeros_like");
    n.states = concatenate(m, n.zeros, n.states, {k.b, k.count + 1, matrix});
    const Tensor ends = copy_of(m, narrow(m, n.sums, {k.b, k.heads, k.count}), {k.b, k.heads, k.count + 1}, "pad");
    n.chunk_decay = segment_decay(m, ends, {k.b, k.heads, k.count + 1, k.count + 1});
    // bzch,bzhpn->bchpn: the decay is a transposed view of what lies as (b, h, c, z), heads of several rows are laid side by side
    n.carried = contraction(m, n.chunk_decay, n.states, {k.b, k.count + 1, matrix}, false, k.b > 1);
    if (k.b > 1) n.carried = copied_back(m, n.carried);
    n.states = narrow(m, n.carried, {k.b, k.count, matrix});
}

/// Input, decay, keys and queries of all positions, cut into chunks.
void discretise(Machine &m, const Chunks &k, ScanNames &n, const Tensor &d)
{
    const Shape rows{k.b, k.padded, k.heads, k.width}, keys{k.b, k.padded, k.heads, k.state}, small{k.b, k.padded, k.heads};
    const Shape given{k.b, k.s, k.heads, k.width}, given_keys{k.b, k.s, k.heads, k.state}, given_small{k.b, k.s, k.heads};
    n.hidden = to(m, std::move(n.hidden), Dtype::fp32).view(given);
    n.bs = copy_of(m, to(m, std::move(n.bs), Dtype::fp32), given_keys, "repeat_interleave");
    n.cs = copy_of(m, to(m, std::move(n.cs), Dtype::fp32), given_keys, "repeat_interleave");
    // neither gradient is summed over strides: D's over heads' columns as well, A's over positions, which lie side by side
    n.skip = outer(m, d.view({1, 1, k.heads, 1}), copy_of(m, n.hidden, rows, "pad"), rows);
    Tensor scaled = outer(m, n.hidden, to(m, n.dt, Dtype::fp32), given);
    n.hidden = std::move(scaled);
    n.a = outer(m, n.a.view({1, 1, k.heads}), to(m, n.dt, Dtype::fp32), given_small);
    // reshape_into_chunks: what comes back of products lies head by head
    const auto chunked = [&m](const Tensor &x, const Shape &shape) { return copied_back(m, copy_of(m, x, shape, "pad")); };
    Tensor h = chunked(n.hidden, rows), aa = copy_of(m, n.a, small, "pad"), b2 = chunked(n.bs, keys), c2 = chunked(n.cs, keys);
    n.hidden = std::move(h);
    n.a = std::move(aa);
    n.bs = std::move(b2);
    n.cs = std::move(c2);
}

void scan_chunks(Machine &m, const Chunks &k, ScanNames &n)
{
    const Shape rows{k.b, k.padded, k.heads, k.width}, keys{k.b, k.padded, k.heads, k.state}, small{k.b, k.padded, k.heads};
    const Shape square{k.b, k.heads, k.count * k.chunk, k.chunk};
    n.sums = copy_of(m, n.a, small, "cumsum");
    { // positions come after the heads by strides: cumsum sums a copy
        const Tensor laid = m.empty(small, n.a.dtype(), "contiguous");
    }
    n.segments = segment_decay(m, n.a, square);
    n.scores = contraction(m, n.cs, n.bs, square, true, true);
    n.masked = mul(m, n.scores, n.segments);
    n.diagonal = copied_back(m, contraction(m, n.masked, n.hidden, rows, false, true)); // the product lies head by head
    n.decay = exponential(m, copy_of(m, n.sums, small, "sub"));
    n.decayed = outer(m, n.bs, n.decay, keys);
    { // bclhn,bclhp->bchpn: casts as they stand, then the operand first whose dimension comes first in what is made
        const Dtype dtype = m.autocast.value_or(Dtype::fp32);
        Tensor keys_cast = to(m, n.decayed, dtype), rows_cast = to(m, n.hidden, dtype);
        n.states = copied_back(m, contraction(m, std::move(rows_cast), std::move(keys_cast),
                                              {k.b, k.count, product(k.heads, k.width, k.state)}, true, true));
    }
    carry_states(m, k, n);
    n.way_out = exponential(m, n.sums);
    n.across = copied_back(m, contraction(m, n.cs, n.states, rows, true, true));
    n.across_decayed = outer(m, n.across, n.way_out, rows);
    n.out = contiguous(m, add(m, n.diagonal, n.across_decayed), true);
    n.out = add(m, n.out, n.skip);
}

} // namespace

namespace {

/// projected_states * self.mup_vector (modeling_falcon_h1.py): where the vector is float32, so is the result.
Tensor times_buffer(Machine &m, Tensor x, Dtype buffer)
{
    const Dtype own = x.dtype(), wide = promote(own, buffer);
    if (own == wide) return scale(m, std::move(x));
    Tensor out = m.empty(x.shape(), wide, "mul");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [own](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   const Tensor product = mm.empty(in[0].shape(), in[0].dtype(), "mul_backward");
                   g[0] = mm.empty(in[0].shape(), own, "to");
               }));
    return out;
}

} // namespace

Tensor MixerModule::mamba2_at_once(Machine &m, Tensor projected, Tensor a, const MixerCall &call)
{
    const MixerSpec &spec = *m_spec;
    LinearModule &out_proj = linear_module("out_proj");
    SplitScanInputs in{std::move(projected),
                       convolution("weight"),
                       convolution("bias"),
                       {std::move(a), own(".D"), own("dt_bias")},
                       spec.gated_norm ? own("norm.weight") : Tensor(),
                       out_proj.weight().value,
                       {}};
    if (Leaf *bias = out_proj.bias()) in.out_bias = bias->value;
    const Shape rows = in.projected.shape();
    const SsdSizes sizes{rows.size[0], rows.size[1], spec.heads, spec.inner / spec.heads,
                         spec.groups,  spec.state,   spec.chunk, call.forms.tuned};
    return split_conv_scan(m, sizes, in);
}

Tensor MixerModule::mamba2(Machine &m, const Tensor &x, const MixerCall &call)
{
    const MixerSpec &spec = *m_spec;
    const Count b = x.shape().size[0], s = x.shape().size[1], inner = spec.inner;
    const Count conv = inner + 2 * spec.groups * spec.state;
    const Count padded = (s + spec.chunk - 1) / spec.chunk * spec.chunk;
    const Chunks k{b, s, padded, padded / spec.chunk, spec.chunk, spec.heads, inner / spec.heads, spec.state};
    Tensor states = mask_padding(m, x, call.masked);
    if (call.multiplied) states = scale(m, std::move(states));
    Tensor projected = linear_module("in_proj").forward(m, states);
    if (call.multiplied) // a buffer of multipliers in the weights' dtype
        projected = times_buffer(m, std::move(projected), m_quantised ? states.dtype() : own("A_log").dtype());
    Tensor a = to(m, own("A_log"), Dtype::fp32);
    a = scale(m, exponential(m, std::move(a)));
    if (multiplies_weights(call)) return mamba2_at_once(m, std::move(projected), std::move(a), call);
    std::vector<Tensor> parts = split_last(m, projected, {inner, conv, spec.heads});
    Tensor mixed = mask_padding(m, convolve(m, parts[1], conv, true, call), call.masked);
    Tensor carried; // ssm_state, a view of every chunk's
    Tensor out;
    if (call.forms.mamba_ssm) {
        states.reset();
        const SsdSizes sizes{b, s, spec.heads, inner / spec.heads, spec.groups, spec.state, spec.chunk, call.forms.tuned};
        out = chunk_scan(m, sizes, mixed, parts[2], {a, own(".D"), own("dt_bias")}, call.forms.cached);
    } else {
        ScanNames n;
        std::vector<Tensor> pieces = split_last(m, mixed, {inner, spec.groups * spec.state, spec.groups * spec.state});
        states.reset();
        n.hidden = std::move(pieces[0]);
        n.bs = std::move(pieces[1]);
        n.cs = std::move(pieces[2]);
        n.a = a;
        n.dt = outer_sum(m, parts[2], own("dt_bias"), {b, s, spec.heads});
        if (m.autocast) n.dt = to(m, std::move(n.dt), Dtype::fp32);
        n.dt = pointwise(m, std::move(n.dt), "softplus", false);
        n.dt = pointwise(m, std::move(n.dt), "clamp", false);
        discretise(m, k, n, own(".D"));
        scan_chunks(m, k, n);
        out = n.out;
        if (call.state) carried = n.carried;
        if (padded != s) out = narrow(m, std::move(out), {b, s, inner});
    }
    if (call.state) // update_recurrent_state comes behind the scan
        call.state->recurrent = m.empty({b, product(inner, spec.state)}, Dtype::fp32, "recurrent_state", Component::kv_cache);
    const Tensor scanned = out; // scan_result keeps its name
    out = out.view({b, s, inner});
    const Dtype given = out.dtype(); // float32, but a kernel's
    if (spec.gated_norm) out = to(m, std::move(out), Dtype::fp32);
    // only the norm takes its gate in float32
    Tensor gate = activate(m, spec.gated_norm ? to(m, parts[0], Dtype::fp32) : parts[0], Activation::silu);
    out = mul(m, std::move(out), std::move(gate));
    if (spec.gated_norm) {
        Tensor squared = pow_number(m, out, true);
        Tensor inverse = rsqrt(m, add_number(m, mean_last(m, std::move(squared))));
        out = mul(m, out, std::move(inverse));
        out = mul(m, own("norm.weight"), to(m, std::move(out), given)); // what is scaled is as the scan's result
    }
    return linear_module("out_proj").forward(m, to(m, std::move(out), x.dtype()));
}

} // namespace plimsoll::step
