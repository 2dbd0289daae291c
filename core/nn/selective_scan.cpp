// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba 1's kernels: mamba-ssm 2.3.2 ops/selective_scan_interface.py and csrc/selective_scan/selective_scan.cpp.
#include "core/nn/mamba_kernels.h"

#include <memory>
#include <optional>
#include <utility>

namespace plimsoll::step {

namespace {

/// Tensors of one call.
struct SelectiveShapes {
    explicit SelectiveShapes(const SelectiveSizes &s)
        : sizes(s), rows(s.batch * s.length), wide{s.batch, s.inner, s.length}, keys{s.batch, 1, s.state, s.length},
          low{rows, s.rank + 2 * s.state}, ends{s.batch, s.inner, (s.length + 2047) / 2048, 2 * s.state}
    {}
    SelectiveSizes sizes;
    Count rows;
    Shape wide, keys, low, ends; ///< low: x_proj's result; ends: states that the kernel leaves, float32
    [[nodiscard]] bool several() const { return sizes.batch > 1; }
};

/// selective_scan_bwd: gradients of values, time step, A, B, C, D, its bias and the gate, and the gated result again.
struct SelectiveGradients {
    Tensor gated, gate, values, dt, a, b, c, d, dt_bias;
};

SelectiveGradients selective_backward(Machine &m, const SelectiveShapes &s, Dtype dtype, bool inner)
{
    SelectiveGradients g;
    if (inner)
        g.gated = m.empty(s.wide, dtype, "selective_scan_bwd");
    else
        g.gate = m.empty(s.wide, dtype, "selective_scan_bwd");
    g.values = m.empty(s.wide, dtype, "selective_scan_bwd");
    g.dt = m.empty(s.wide, dtype, "selective_scan_bwd");
    g.a = m.empty({s.sizes.inner, s.sizes.state}, Dtype::fp32, "zeros_like");
    Tensor b = m.empty(s.keys, Dtype::fp32, "zeros_like"), c = m.empty(s.keys, Dtype::fp32, "zeros_like");
    g.d = m.empty({s.sizes.inner}, Dtype::fp32, "zeros_like");
    g.dt_bias = m.empty({s.sizes.inner}, Dtype::fp32, "zeros_like");
    g.b = to(m, b, dtype);
    g.c = to(m, c, dtype);
    return g;
}

/// A tensor laid out by rows, normalised, and laid out as it was (rms_norm_forward).
void rms_normalised(Machine &m, const SelectiveShapes &s, Count width, Dtype dtype, Tensor &x)
{
    const Shape by_rows{s.rows, width};
    Tensor rows = m.empty(by_rows, dtype, "contiguous");
    x = rows;
    {
        Tensor out = m.empty(by_rows, dtype, "layer_norm_fwd");
        const Tensor deviations = m.empty({s.rows}, Dtype::fp32, "layer_norm_fwd");
        rows.reset();
        x = std::move(out);
    }
    Tensor back = m.empty(by_rows, dtype, "contiguous");
    x = std::move(back);
}

/// What forward makes of the convolved values, and backward again.
struct Projected {
    Tensor values, low, dt, b, c;
};

/// The time step of all channels: dt_proj.weight @ x_dbl[:, :rank].t().
Tensor time_steps(Machine &m, const SelectiveShapes &s, Dtype product)
{
    Tensor out = m.empty({s.sizes.inner, s.rows}, product, "mm");
    cublas_workspace(m);
    return out;
}

Projected project(Machine &m, const SelectiveShapes &s, Dtype dtype, Dtype product, bool norms)
{
    Projected p;
    p.values = m.empty(s.wide, dtype, "causal_conv1d");
    {
        Tensor rows;
        if (s.several()) rows = m.empty({s.rows, s.sizes.inner}, dtype, "reshape");
        if (dtype != product) rows = m.empty({s.rows, s.sizes.inner}, product, "to");
        p.low = m.empty(s.low, product, "mm");
        cublas_workspace(m);
    }
    p.dt = time_steps(m, s, product);
    p.b = m.empty(s.keys, product, "contiguous");
    p.c = m.empty(s.keys, product, "contiguous");
    if (!norms) return p;
    rms_normalised(m, s, s.sizes.state, product, p.b);
    rms_normalised(m, s, s.sizes.state, product, p.c);
    rms_normalised(m, s, s.sizes.inner, product, p.dt);
    return p;
}

/// What the backward of MambaInnerFn has to know beside what it keeps.
struct Inner {
    SelectiveShapes s;
    Count out, kernel;
    Dtype dtype, product; ///< of in_proj's result, of products
    Dtype conv, x, dt, weight;
    std::optional<Dtype> conv_bias, bias;
    bool norms;
};

struct InnerGradients {
    SelectiveGradients scan;
    Tensor projected, conv_weight, conv_bias, x_weight, dt_weight, out_weight, out_bias;
};

/// Products that give the gradients of x_proj and dt_proj, and add what came through them to that of the values.
void projections_backward(Machine &m, const Inner &f, InnerGradients &g)
{
    const SelectiveShapes &s = f.s;
    const Tensor low = m.empty(s.low, f.product, "empty_like");
    for (Tensor *keys : {&g.scan.b, &g.scan.c}) {
        const Tensor laid = m.empty({s.rows, s.sizes.state}, f.product, "contiguous");
        keys->reset();
    }
    g.dt_weight = m.empty({s.sizes.inner, s.sizes.rank}, f.product, "einsum");
    cublas_workspace(m);
    {
        const Tensor ranks = m.empty({s.rows, s.sizes.rank}, f.product, "einsum");
        cublas_workspace(m);
    }
    if (s.several()) { // channels before sequences
        Tensor laid = m.empty({s.sizes.inner, s.rows}, f.dtype, "reshape");
        g.scan.values = std::move(laid);
    }
    {
        Tensor rows;
        if (s.several()) rows = m.empty({s.rows, s.sizes.inner}, f.dtype, "reshape");
        g.x_weight = m.empty({s.low.last(), s.sizes.inner}, f.product, "einsum");
        cublas_workspace(m);
    }
    cublas_workspace(m); // addmm into the values' gradient
}

InnerGradients inner_backward(Machine &m, const Inner &f, const Tensor &gradient)
{
    const SelectiveShapes &s = f.s;
    InnerGradients g;
    const Tensor values = m.empty(s.wide, f.dtype, "causal_conv1d");
    Tensor dt = time_steps(m, s, f.product), b, c;
    if (f.norms) {
        rms_normalised(m, s, s.sizes.inner, f.product, dt);
        rms_normalised(m, s, s.sizes.state, f.product, b);
        rms_normalised(m, s, s.sizes.state, f.product, c);
    }
    g.projected = m.empty({s.sizes.batch, 2 * s.sizes.inner, s.sizes.length}, f.dtype, "empty_like");
    const Tensor of_gated = m.empty({s.sizes.inner, s.rows}, f.product, "mm");
    cublas_workspace(m);
    g.scan = selective_backward(m, s, f.dtype, true);
    g.out_weight = m.empty({f.out, s.sizes.inner}, f.product, "einsum");
    cublas_workspace(m);
    if (f.bias) g.out_bias = sum_leading(m, gradient, {f.out});
    projections_backward(m, f, g);
    g.conv_weight = to(m, m.empty({s.sizes.inner, f.kernel}, Dtype::fp32, "causal_conv1d_backward"), f.conv);
    if (f.conv_bias) g.conv_bias = to(m, m.empty({s.sizes.inner}, Dtype::fp32, "causal_conv1d_backward"), *f.conv_bias);
    g.scan.values.reset();
    g.scan.dt.reset();
    g.scan.gated.reset();
    return g;
}

/// `keep` is given what stays for backward.
template <class Keep>
Tensor inner_forward(Machine &m, const Inner &f, const InnerInputs &in, Keep keep)
{
    const SelectiveShapes &s = f.s;
    Tensor x_weight = in.x_weight.detach(), dt_weight = in.dt_weight.detach(), weight = in.out_weight.detach();
    Tensor bias = in.out_bias.detach();
    if (m.autocast)
        for (Tensor *cast : {&x_weight, &dt_weight, &weight, &bias})
            if (cast->defined()) *cast = to(m, std::move(*cast), *m.autocast);
    const Tensor laid = m.empty({s.sizes.batch, 2 * s.sizes.inner, s.sizes.length}, f.dtype, "contiguous");
    Projected p = project(m, s, f.dtype, f.product, f.norms);
    const Tensor gated = m.empty(s.wide, f.dtype, "selective_scan_fwd");
    const Tensor scanned = m.empty(s.wide, f.product, "selective_scan_fwd");
    const Tensor ends = m.empty(s.ends, Dtype::fp32, "selective_scan_fwd");
    p.values.reset();
    p.dt.reset();
    keep({&laid, &in.conv_weight, &in.conv_bias, &p.low, &x_weight, &dt_weight, &weight, &in.a, &p.b, &p.c, &in.d, &in.dt_bias,
          &ends, &scanned});
    Tensor
        rows; // matmul folds what lies along the sequence where the matrix needs a gradient (aten LinearAlgebra.cpp, should_fold)
    if (s.several() && in.out_weight.requires_grad() && !m.autocast)
        rows = m.empty({s.rows, s.sizes.inner}, f.product, "reshape");
    Tensor out = m.empty({s.sizes.batch, s.sizes.length, f.out}, f.product, "linear");
    cublas_workspace(m);
    return out;
}

std::optional<Dtype> dtype_of(const Tensor &t) { return t.defined() ? std::optional(t.dtype()) : std::nullopt; }

} // namespace

Tensor mamba_inner(Machine &m, const SelectiveSizes &sizes, const InnerInputs &in)
{
    const Dtype dtype = in.projected.dtype();
    const Inner f{SelectiveShapes(sizes),     in.out_weight.shape().size[0], in.conv_weight.shape().last(), dtype,
                  m.autocast.value_or(dtype), in.conv_weight.dtype(),        in.x_weight.dtype(),           in.dt_weight.dtype(),
                  in.out_weight.dtype(),      dtype_of(in.conv_bias),        dtype_of(in.out_bias),         in.norms};
    const auto scan = std::make_shared<Gradients>(), inside = std::make_shared<Gradients>(), ends = std::make_shared<Gradients>();
    const Tensor first = further_inputs(m, {&in.a, &in.d, &in.dt_bias}, scan);
    const Tensor second = further_inputs(m, {&in.conv_weight, &in.conv_bias, &in.x_weight, &in.dt_weight}, inside);
    const Tensor third = further_inputs(m, {&in.out_weight, &in.out_bias}, ends);
    Ref<Node> node;
    if (any_requires_grad(m, {&in.projected, &first, &second, &third}))
        node =
            make_node(m, {&in.projected, &first, &second, &third}, [=](Machine &mm, Node &self, Gradients &given, Gradients &g) {
                InnerGradients made;
                {
                    const TensorList kept = self.unpack_more(mm);
                    made = inner_backward(mm, f, given[0]);
                }
                g[0] = std::move(made.projected);
                if (self.needs(1)) *scan = {std::move(made.scan.a), std::move(made.scan.d), std::move(made.scan.dt_bias), {}};
                if (self.needs(2))
                    *inside = {std::move(made.conv_weight), std::move(made.conv_bias), to(mm, std::move(made.x_weight), f.x),
                               to(mm, std::move(made.dt_weight), f.dt)};
                if (self.needs(3)) {
                    (*ends)[0] = to(mm, std::move(made.out_weight), f.weight);
                    if (f.bias) (*ends)[1] = to(mm, std::move(made.out_bias), *f.bias);
                }
            });
    Tensor out = inner_forward(m, f, in, [&](std::initializer_list<const Tensor *> kept) {
        if (node) keep_all(m, *node, kept);
    });
    if (node) attach(out, node);
    return out;
}

Tensor selective_scan(Machine &m, const SelectiveSizes &sizes, const SelectiveInputs &in)
{
    const SelectiveShapes s(sizes);
    const Dtype dtype = in.hidden.dtype();
    const auto keys = std::make_shared<Gradients>(), weights = std::make_shared<Gradients>();
    const Tensor second = further_inputs(m, {&in.b, &in.c, &in.gate}, keys);
    const Tensor third = further_inputs(m, {&in.a, &in.d, &in.dt_bias}, weights);
    Ref<Node> node;
    if (any_requires_grad(m, {&in.hidden, &in.dt, &second, &third}))
        node = make_node(m, {&in.hidden, &in.dt, &second, &third}, [=](Machine &mm, Node &self, Gradients &, Gradients &g) {
            SelectiveGradients made;
            {
                const TensorList kept = self.unpack_more(mm);
                const Tensor laid = mm.empty(s.wide, dtype, "contiguous"); // the gradient lies token by token
                made = selective_backward(mm, s, dtype, false);
            }
            g[0] = std::move(made.values);
            g[1] = std::move(made.dt);
            if (self.needs(2)) *keys = {std::move(made.b), std::move(made.c), std::move(made.gate), {}};
            if (self.needs(3)) *weights = {std::move(made.a), std::move(made.d), std::move(made.dt_bias), {}};
        });
    const Tensor hidden = m.empty(s.wide, dtype, "contiguous");
    const Tensor b = m.empty(s.keys, in.b.dtype(), "contiguous"), c = m.empty(s.keys, in.c.dtype(), "contiguous");
    const Tensor gate = m.empty(s.wide, in.gate.dtype(), "contiguous");
    Tensor out = m.empty(s.wide, in.gate.dtype(), "selective_scan_fwd");
    const Tensor scanned = m.empty(s.wide, in.dt.dtype(), "selective_scan_fwd");
    const Tensor ends = m.empty(s.ends, Dtype::fp32, "selective_scan_fwd");
    if (!node) return out;
    keep_all(m, *node, {&hidden, &in.dt, &in.a, &b, &c, &in.d, &gate, &in.dt_bias, &ends, &scanned});
    attach(out, node);
    return out;
}

} // namespace plimsoll::step
