// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba 2's kernels: mamba-ssm 2.3.2 ops/triton/ssd_combined.py, ssd_chunk_state.py, ssd_chunk_scan.py, ssd_state_passing.py,
// ssd_bmm.py and layernorm_gated.py.
#include "core/nn/mamba_kernels.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

namespace plimsoll::step {

Tensor further_inputs(Machine &m, std::initializer_list<const Tensor *> inputs, const std::shared_ptr<Gradients> &gradients)
{
    Tensor out;
    if (!any_requires_grad(m, inputs)) return out;
    attach(out, make_node(m, inputs, [gradients](Machine &, Node &self, Gradients &, Gradients &g) {
               for (std::size_t i = 0; i < gradients->size(); ++i) {
                   Tensor made = std::exchange((*gradients)[i], {});
                   if (i < self.edge_count && self.needs(static_cast<int>(i))) g[i] = std::move(made);
               }
           }));
    return out;
}

void keep_all(Machine &m, Node &node, std::initializer_list<const Tensor *> tensors)
{
    for (const Tensor *kept : tensors)
        if (kept->defined()) node.more.emplace_back(m, *kept);
}

namespace {

constexpr Count parts_of(Count whole, Count part) { return (whole + part - 1) / part; }

/// Tensors of one call.
struct SsdShapes {
    explicit SsdShapes(const SsdSizes &s)
        : sizes(s), chunks(parts_of(s.length, s.chunk)), inner(s.heads * s.width),
          conv(inner + 2 * s.groups * s.state), rows{s.batch, s.length, inner}, keys{s.batch, s.length, s.groups * s.state},
          steps{s.batch, s.length, s.heads}, rates{s.batch, s.heads, chunks, s.chunk}, states{s.batch, chunks, inner, s.state},
          last{s.batch, inner, s.state}, scores{s.batch, chunks * s.groups, s.chunk, s.chunk}
    {}
    SsdSizes sizes;
    Count chunks, inner, conv;
    Shape rows, keys, steps, rates, states, last, scores;
    [[nodiscard]] Shape convolved() const { return rows.with_last(conv); }
};

/// Triton 3.9 backends/nvidia/driver.py get_empty_cache_for_benchmark(): what a kernel that is being tuned clears before each try.
void tune(Machine &m, bool first)
{
    if (first) m.workspace(256 * mib, "tuning");
}

/// What _mamba_chunk_scan_combined_fwd returns.
struct SsdForward {
    Tensor dt, sums, states, last, out, gated;
};

SsdForward ssd_forward(Machine &m, const SsdShapes &s, Dtype dtype, bool gates)
{
    SsdForward f;
    const bool first = s.sizes.tuned && !std::exchange(s.sizes.tuned->forward, true);
    f.dt = m.empty(s.rates, Dtype::fp32, "chunk_cumsum");
    f.sums = m.empty(s.rates, Dtype::fp32, "chunk_cumsum");
    {
        const Tensor made = m.empty(s.states, Dtype::fp32, "chunk_state");
        f.states = m.empty(s.states, dtype, "state_passing");
        f.last = m.empty(s.last, Dtype::fp32, "state_passing");
        tune(m, first);
    }
    const Tensor scores = m.empty(s.scores, Dtype::fp32, "bmm_chunk");
    if (gates) f.gated = m.empty(s.rows, dtype, "chunk_scan");
    f.out = m.empty(s.rows, dtype, "chunk_scan");
    tune(m, first);
    return f;
}

/// Of each head group's gradients, summed when all programs have run: ssd_chunk_state.py, nsplits.
Count head_splits(Machine &m, const SsdShapes &s)
{
    const Count ratio = s.sizes.heads / s.sizes.groups;
    const Count tasks = s.sizes.batch * s.chunks * s.sizes.heads;
    const Count each = std::max<Count>(std::min(parts_of(tasks, m.ask(multiprocessors)), ratio), 1);
    return parts_of(ratio, each);
}

/// A partial sum of every split, and the sum of them.
Tensor summed_splits(Machine &m, const Shape &each, Count splits, const char *name)
{
    const Tensor partial = m.empty({splits, each.elements()}, Dtype::fp32, name);
    return m.empty(each, Dtype::fp32, "sum");
}

/// Gradients of a scan; those of x, B, C and the time step stand in the caller's tensors, but for a plain scan's.
struct SsdGradients {
    Tensor x, b, c, dt, d, a, dt_bias, gated;
};

/// What is left of the states for the kernels behind them.
struct PassedStates {
    Tensor states, gradients, rates; ///< the first two in the dtype of x
};

/// _chunk_scan_bwd_dstates and _state_passing_bwd.
PassedStates states_backward(Machine &m, const SsdShapes &s, Dtype dtype, Tensor states)
{
    Tensor of_states = m.empty(s.states, Dtype::fp32, "chunk_scan_bwd_dstates");
    Tensor of_both = m.empty(s.states, dtype, "state_passing_bwd");
    Tensor narrow_states = dtype == Dtype::fp32 ? states : m.empty(s.states, dtype, "state_passing_bwd");
    const Shape ends{s.sizes.batch, s.sizes.heads, s.chunks};
    const Tensor tiles = m.empty({s.sizes.batch, s.sizes.heads, s.chunks, parts_of(s.sizes.width * s.sizes.state, 64)},
                                 Dtype::fp32, "state_passing_bwd");
    Tensor sum = m.empty(ends, Dtype::fp32, "sum");
    return {std::move(narrow_states), std::move(of_both), std::move(sum)};
}

/// What _mamba_chunk_scan_combined_bwd does after the states' gradients. Nothing of it is let go before it returns.
void rates_backward(Machine &m, const SsdShapes &s, bool plain, Dtype dtype, Dtype of_d, bool gates, SsdGradients &g)
{
    const bool first = s.sizes.tuned && !std::exchange(s.sizes.tuned->backward, true);
    const Count tiles = parts_of(s.sizes.chunk, 32), splits = head_splits(m, s);
    const Shape heads{s.sizes.heads};
    Tensor of_dt, of_skip;
    {
        const Tensor partial = m.empty({tiles, s.sizes.batch, s.chunks, s.sizes.heads}, Dtype::fp32, "zeros");
        if (plain) g.x = m.empty(s.rows, dtype, "chunk_scan_bwd_dx");
        of_dt = m.empty(s.rates, Dtype::fp32, "chunk_scan_bwd_dx");
        of_skip = to(m, m.empty(heads, Dtype::fp32, "sum"), of_d);
    }
    const Tensor next = m.empty(s.rates, Dtype::fp32, "chunk_state_bwd_db");
    const Tensor of_b = summed_splits(m, s.keys, splits, "chunk_state_bwd_db");
    const Tensor before = m.empty(s.rates, Dtype::fp32, "chunk_scan_bwd_dc");
    const Tensor of_c = summed_splits(m, s.keys, splits, "chunk_scan_bwd_dc");
    const Tensor of_scores = summed_splits(m, s.scores, splits, "chunk_scan_bwd_dcb");
    tune(m, first);
    Tensor previous = m.empty(s.rates, Dtype::fp32, "flip");
    previous = m.empty(s.rates, Dtype::fp32, "cumsum");
    previous = m.empty(s.rates, Dtype::fp32, "flip");
    const Tensor of_sums = summed_splits(m, s.rates, tiles, "chunk_scan_bwd_ddacs");
    const Tensor sum = m.empty(s.rates, Dtype::fp32, "add");
    if (!gates) g.d = std::move(of_skip);
    g.dt_bias = m.empty(heads, Dtype::fp32, "chunk_cumsum_bwd");
    g.a = m.empty(heads, Dtype::fp32, "chunk_cumsum_bwd");
}

/// _mamba_chunk_scan_combined_bwd. `plain`: not inside the split function, which brings tensors for the gradients.
SsdGradients ssd_backward(Machine &m, const SsdShapes &s, Dtype dtype, Dtype of_d, bool gates, bool plain)
{
    SsdGradients g;
    if (plain) {
        g.b = m.empty(s.keys, dtype, "empty_like");
        g.c = m.empty(s.keys, dtype, "empty_like");
        g.dt = m.empty(s.steps, dtype, "empty_like");
    }
    const Tensor step = m.empty(s.steps, dtype, "clone");
    const Tensor dt = m.empty(s.rates, Dtype::fp32, "chunk_cumsum"), sums = m.empty(s.rates, Dtype::fp32, "chunk_cumsum");
    const Tensor scores = m.empty(s.scores, Dtype::fp32, "bmm_chunk");
    Tensor states = m.empty(s.states, Dtype::fp32, "chunk_state"), last;
    {
        Tensor passed = m.empty(s.states, Dtype::fp32, "state_passing");
        last = m.empty(s.last, Dtype::fp32, "state_passing");
        states = std::move(passed);
    }
    Tensor of_ungated;
    if (gates) { // _chunk_scan_bwd_dz
        const Tensor tiles =
            m.empty({parts_of(s.sizes.chunk, 32), s.sizes.batch, s.chunks, s.sizes.heads}, Dtype::fp32, "chunk_scan_bwd_dz");
        g.gated = m.empty(s.rows, dtype, "chunk_scan_bwd_dz");
        of_ungated = m.empty(s.rows, dtype, "chunk_scan_bwd_dz");
        g.d = to(m, m.empty({s.sizes.heads}, Dtype::fp32, "sum"), of_d);
    }
    const PassedStates passed = states_backward(m, s, dtype, std::exchange(states, {}));
    rates_backward(m, s, plain, dtype, of_d, gates, g);
    return g;
}

/// Rows of partial weight gradients of layernorm_gated.py's _layer_norm_bwd.
Count norm_row_groups(Machine &m, const SsdShapes &s, Dtype dtype)
{
    const Count group = s.inner / s.sizes.groups;
    const Count block =
        std::min<Count>(65536 / size_of(dtype), static_cast<Count>(std::bit_ceil(static_cast<std::uint64_t>(group))));
    const Count warps = std::min<Count>(std::max<Count>(block / 256, 1), 8);
    return parts_of(m.ask(multiprocessors) * parts_of(4, warps), s.sizes.groups);
}

/// ensure_stride() of a slice of `width` columns: rows that begin at no multiple of eight numbers are laid out anew.
Tensor with_stride(Machine &m, const SsdShapes &s, Count width, Dtype dtype)
{
    return width % 8 == 0 ? Tensor() : m.empty(s.convolved(), dtype, "contiguous");
}

/// What the backward of the split function has to know beside what it keeps.
struct SplitScan {
    SsdShapes s;
    Count width, out;     ///< of in_proj's result, of what is returned
    Dtype dtype, product; ///< of in_proj's result, of out_proj's
    std::optional<Dtype> conv_weight, conv_bias, norm, dt_bias, out_weight, out_bias; ///< none: the module has none
    Dtype d = Dtype::fp32;
    Count kernel = 4;
};

std::optional<Dtype> dtype_if(const Tensor &t) { return t.defined() ? std::optional(t.dtype()) : std::nullopt; }

/// A gradient as the engine hands it on: in the dtype of what it is of.
Tensor as_input(Machine &m, Tensor gradient, std::optional<Dtype> dtype)
{
    return dtype && gradient.defined() ? to(m, std::move(gradient), *dtype) : Tensor();
}

/// Gradients of what a split scan took beside in_proj's result.
struct SplitGradients {
    SsdGradients scan;
    Tensor projected, norm, conv_weight, conv_bias, out_weight, out_bias;
};

SplitGradients split_backward(Machine &m, const SplitScan &f, const Tensor &gradient)
{
    const SsdShapes &s = f.s;
    SplitGradients g;
    const Tensor out_again = m.empty(s.rows, f.dtype, "empty");
    Tensor convolved;
    {
        const Tensor laid = with_stride(m, s, f.width, f.dtype);
        convolved = m.empty(s.convolved(), f.dtype, "causal_conv1d");
    }
    g.projected = m.empty(s.rows.with_last(f.width), f.dtype, "empty_like");
    const Tensor of_conv = m.empty(s.convolved(), f.dtype, "empty_like");
    const Tensor of_out = m.empty(s.rows, f.product, "linear");
    cublas_workspace(m);
    Tensor of_rows;
    if (f.norm) {
        of_rows = m.empty(s.rows, f.dtype, "layer_norm_bwd");
        const Tensor partial = m.empty({norm_row_groups(m, s, f.dtype), s.inner}, Dtype::fp32, "layer_norm_bwd");
        g.norm = to(m, sum_leading(m, partial, {s.inner}), *f.norm);
    }
    g.scan = ssd_backward(m, s, f.dtype, f.d, !f.norm, false);
    g.out_weight = m.empty({f.out, s.inner}, f.product, "einsum");
    cublas_workspace(m);
    if (f.out_bias) g.out_bias = sum_leading(m, gradient, {f.out});
    const Tensor laid = with_stride(m, s, f.width, f.dtype);
    const Tensor conv_laid = with_stride(m, s, s.conv, f.dtype), given = with_stride(m, s, f.width, f.dtype);
    g.conv_weight =
        to(m, m.empty({s.conv, f.kernel}, Dtype::fp32, "causal_conv1d_backward"), f.conv_weight.value_or(Dtype::fp32));
    if (f.conv_bias) g.conv_bias = to(m, m.empty({s.conv}, Dtype::fp32, "causal_conv1d_backward"), *f.conv_bias);
    return g;
}

/// Runs the scan and what follows it; `keep` is given what backward needs.
template <class Keep>
Tensor split_forward(Machine &m, const SplitScan &f, const SplitScanInputs &in, Keep keep)
{
    const SsdShapes &s = f.s;
    Tensor convolved;
    {
        const Tensor laid = with_stride(m, s, f.width, f.dtype);
        convolved = m.empty(s.convolved(), f.dtype, "causal_conv1d");
    }
    SsdForward scanned = ssd_forward(m, s, f.dtype, !f.norm);
    Tensor out = scanned.gated, deviations;
    if (f.norm) {
        out = m.empty(s.rows, f.dtype, "layer_norm_fwd");
        deviations = m.empty({s.sizes.groups, s.sizes.batch, s.sizes.length}, Dtype::fp32, "layer_norm_fwd");
    }
    scanned.gated.reset();
    Tensor weight = in.out_weight.detach(), bias = in.out_bias.detach();
    if (m.autocast) { // .to() inside the function: no cast of autocast's that later uses share
        out = to(m, std::move(out), *m.autocast);
        weight = to(m, std::move(weight), *m.autocast);
        if (bias.defined()) bias = to(m, std::move(bias), *m.autocast);
    }
    Tensor result = m.empty(s.rows.with_last(f.out), out.dtype(), "linear");
    product_workspace(m, bias.defined());
    out.reset();
    keep(scanned.out, deviations, weight, bias);
    return result;
}

} // namespace

Tensor split_conv_scan(Machine &m, const SsdSizes &sizes, const SplitScanInputs &in)
{
    const Dtype dtype = in.projected.dtype();
    SplitScan f{SsdShapes(sizes),
                in.projected.shape().last(),
                in.out_weight.shape().size[0],
                dtype,
                m.autocast.value_or(dtype),
                dtype_if(in.conv_weight),
                dtype_if(in.conv_bias),
                dtype_if(in.norm_weight),
                dtype_if(in.scan.dt_bias),
                dtype_if(in.out_weight),
                dtype_if(in.out_bias),
                in.scan.d.dtype(),
                in.conv_weight.shape().last()};
    const auto of_scan = std::make_shared<Gradients>(), of_weights = std::make_shared<Gradients>();
    const Tensor first = further_inputs(m, {&in.scan.a, &in.scan.d, &in.scan.dt_bias, &in.norm_weight}, of_scan);
    const Tensor second = further_inputs(m, {&in.conv_weight, &in.conv_bias, &in.out_weight, &in.out_bias}, of_weights);
    Ref<Node> node;
    if (any_requires_grad(m, {&in.projected, &first, &second}))
        node = make_node(m, {&in.projected, &first, &second}, [=](Machine &mm, Node &self, Gradients &given, Gradients &g) {
            SplitGradients made;
            {
                const TensorList kept = self.unpack_more(mm);
                made = split_backward(mm, f, given[0]);
            }
            g[0] = std::move(made.projected);
            if (self.needs(1))
                *of_scan = {std::move(made.scan.a), std::move(made.scan.d), as_input(mm, std::move(made.scan.dt_bias), f.dt_bias),
                            std::move(made.norm)};
            if (self.needs(2))
                *of_weights = {std::move(made.conv_weight), std::move(made.conv_bias),
                               as_input(mm, std::move(made.out_weight), f.out_weight),
                               as_input(mm, std::move(made.out_bias), f.out_bias)};
        });
    Tensor out =
        split_forward(m, f, in, [&](const Tensor &scanned, const Tensor &deviations, const Tensor &weight, const Tensor &bias) {
            if (node)
                keep_all(m, *node,
                         {&in.projected, &in.conv_weight, &in.conv_bias, &scanned, &in.scan.a, &in.scan.d, &in.scan.dt_bias,
                          &in.norm_weight, &deviations, &weight, &bias});
        });
    if (node) attach(out, node);
    return out;
}

Tensor chunk_scan(Machine &m, const SsdSizes &sizes, const Tensor &mixed, const Tensor &dt, const SsdInputs &in, bool gives_state)
{
    const SsdShapes s(sizes);
    const Dtype dtype = mixed.dtype(), of_d = in.d.dtype();
    const std::optional<Dtype> of_bias = dtype_if(in.dt_bias);
    const auto further = std::make_shared<Gradients>();
    const Tensor weights = further_inputs(m, {&in.a, &in.d, &in.dt_bias}, further);
    Ref<Node> node;
    if (any_requires_grad(m, {&mixed, &dt, &weights}))
        node = make_node(m, {&mixed, &dt, &weights}, [=](Machine &mm, Node &self, Gradients &, Gradients &g) {
            SsdGradients made;
            {
                const TensorList kept = self.unpack_more(mm);
                const Tensor of_state = gives_state ? mm.empty(s.last, Dtype::fp32, "zeros") : Tensor();
                made = ssd_backward(mm, s, dtype, of_d, false, true);
            }
            g[0] = mm.empty(s.convolved(), dtype, "cat"); // the split's backward
            g[1] = std::move(made.dt);
            if (self.needs(2)) *further = {std::move(made.a), std::move(made.d), as_input(mm, std::move(made.dt_bias), of_bias)};
        });
    SsdForward scanned = ssd_forward(m, s, dtype, false);
    if (node) {
        keep_all(m, *node, {&scanned.out, &mixed, &dt, &scanned.sums, &in.a, &in.d, &in.dt_bias});
        if (gives_state) node->more.push_back(kept_on_context(m, scanned.last)); // the cache has it as long
        attach(scanned.out, node);
    }
    return scanned.out;
}

} // namespace plimsoll::step
