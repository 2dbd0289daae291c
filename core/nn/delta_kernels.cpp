// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/delta_kernels.h"

#include <array>
#include <utility>

namespace plimsoll::step {

namespace {

/// Shapes of one call.
struct Shapes {
    explicit Shapes(const DeltaSizes &d)
        : keys{d.batch, d.length, d.key_heads * d.key}, wide_keys{d.batch, d.length, d.heads * d.key},
          values{d.batch, d.length, d.heads * d.value}, norms{d.batch, d.length, d.key_heads}, rates{d.batch, d.length, d.heads},
          triangle{d.batch, d.length, d.heads * 64}, states{d.batch, d.chunks(), d.heads * d.key * d.value}
    {}
    Shape keys, wide_keys, values, norms, rates, triangle, states;
    [[nodiscard]] bool grouped() const { return keys.last() != wide_keys.last(); }
};

/// chunk_gated_delta_rule_bwd, then l2norm_bwd of queries and keys: gradients of queries, keys and values in [0, 1, 2], of the
/// decay and of beta in [3, 4].
std::array<Tensor, 5> delta_backward(Machine &m, const Shapes &s, const TensorList &kept)
{
    const Dtype dtype = kept[0].dtype();
    Tensor dq, dk, dv, dg, db;
    {
        const Tensor w = m.empty(s.wide_keys, dtype, "recompute_w_u"), u = m.empty(s.values, dtype, "recompute_w_u");
        const Tensor states = m.empty(s.states, dtype, "chunk_states"), corrected = m.empty(s.values, dtype, "v_new");
        dv = m.empty(s.values, dtype, "chunk_bwd_dv");
        const Tensor of_states = m.empty(s.states, dtype, "chunk_bwd_dh");
        dv = m.empty(s.values, dtype, "chunk_bwd_dv");
        dq = m.empty(s.wide_keys, dtype, "chunk_bwd_dqk");
        dk = m.empty(s.wide_keys, dtype, "chunk_bwd_dqk");
        dg = m.empty(s.rates, Dtype::fp32, "chunk_bwd_dg");
        const Tensor dw = m.empty(s.wide_keys, dtype, "chunk_bwd_dw");
        if (s.grouped()) {
            dq = m.empty(s.keys, dtype, "sum");
            dk = m.empty(s.keys, dtype, "sum");
        }
        dg = m.empty(s.rates, Dtype::fp32, "sum");
        Tensor dk2 = m.empty(s.wide_keys, dtype, "wy_backward");
        Tensor of_values = m.empty(s.values, dtype, "wy_backward");
        const Tensor dg2 = m.empty(s.rates, Dtype::fp32, "wy_backward");
        db = m.empty(s.rates, kept[6].dtype(), "wy_backward");
        if (s.grouped()) dk2 = m.empty(s.keys, dtype, "sum");
        dv = std::move(of_values);
        dg = m.empty(s.rates, Dtype::fp32, "cumsum");
    }
    dq = m.empty(s.keys, dtype, "l2norm_backward");
    dk = m.empty(s.keys, dtype, "l2norm_backward");
    return {std::move(dq), std::move(dk), std::move(dv), std::move(dg), std::move(db)};
}

} // namespace

Tensor fla_gated_delta_rule(Machine &m, const DeltaSizes &d, const Tensor &mixed, const Tensor &g, const Tensor &beta)
{
    const Shapes s(d);
    const Dtype dtype = mixed.dtype();
    const Shape whole = mixed.shape();
    Ref<Node> node;
    if (any_requires_grad(m, {&mixed, &g, &beta})) {
        node = make_node(m, {&mixed, &g, &beta}, [s, whole](Machine &mm, Node &self, Gradients &, Gradients &out) {
            std::array<Tensor, 5> made;
            Dtype of = Dtype::bf16;
            {
                const TensorList kept = self.unpack_more(mm);
                of = kept[0].dtype();
                made = delta_backward(mm, s, kept);
            }
            out[0] = mm.empty(whole, of, "cat"); // the split's backward
            if (self.needs(1)) out[1] = std::move(made[3]);
            if (self.needs(2)) out[2] = std::move(made[4]);
        });
    }
    // input_guard lays out what the split has cut, and holds it until the function returns
    const Tensor q = m.empty(s.keys, dtype, "contiguous"), k = m.empty(s.keys, dtype, "contiguous");
    const Tensor v = m.empty(s.values, dtype, "contiguous");
    const Tensor unit_q = m.empty(s.keys, dtype, "l2norm"), norm_q = m.empty(s.norms, Dtype::fp32, "l2norm");
    const Tensor unit_k = m.empty(s.keys, dtype, "l2norm"), norm_k = m.empty(s.norms, Dtype::fp32, "l2norm");
    const Tensor sums = m.empty(s.rates, Dtype::fp32, "cumsum");
    const Tensor triangle = m.empty(s.triangle, dtype, "chunk_intra");
    Tensor out;
    {
        const Tensor w = m.empty(s.wide_keys, dtype, "recompute_w_u"), u = m.empty(s.values, dtype, "recompute_w_u");
        const Tensor states = m.empty(s.states, dtype, "chunk_states"), corrected = m.empty(s.values, dtype, "v_new");
        out = m.empty(s.values, dtype, "chunk_fwd_o");
    }
    if (!node) return out;
    for (const Tensor *kept : {&unit_q, &norm_q, &unit_k, &norm_k, &v, &sums, &beta, &triangle})
        node->more.emplace_back(m, *kept);
    attach(out, node);
    return out;
}

namespace {

/// chunk_kda_bwd, then l2norm_bwd of queries and keys: gradients as delta_backward() gives them. What the kernels give is float32.
std::array<Tensor, 5> kda_backward(Machine &m, const Shapes &s, const TensorList &kept)
{
    const Dtype dtype = kept[0].dtype();
    Tensor dq, dk, dv, dg, db;
    {
        const Tensor w = m.empty(s.wide_keys, dtype, "recompute_w_u"), u = m.empty(s.values, dtype, "recompute_w_u");
        const Tensor decayed_q = m.empty(s.wide_keys, dtype, "recompute_w_u");
        const Tensor decayed_k = m.empty(s.wide_keys, dtype, "recompute_w_u");
        const Tensor states = m.empty(s.states, dtype, "chunk_states"), corrected = m.empty(s.values, dtype, "v_new");
        const Tensor of_scores = m.empty(s.triangle, Dtype::fp32, "chunk_bwd_dav");
        dv = m.empty(s.values, dtype, "chunk_bwd_dav");
        const Tensor of_states = m.empty(s.states, dtype, "chunk_bwd_dh");
        dv = m.empty(s.values, dtype, "chunk_bwd_dh");
        dq = m.empty(s.wide_keys, Dtype::fp32, "chunk_bwd_dqkg");
        dk = m.empty(s.wide_keys, Dtype::fp32, "chunk_bwd_dqkg");
        Tensor of_values = m.empty(s.values, dtype, "chunk_bwd_dqkg");
        dg = m.empty(s.wide_keys, Dtype::fp32, "chunk_bwd_dqkg");
        db = m.empty(s.rates, Dtype::fp32, "chunk_bwd_dqkg");
        const Tensor of_triangle = m.empty(s.triangle, Dtype::fp32, "chunk_bwd_dqkg");
        dv = std::move(of_values);
        { // chunk_kda_bwd_intra: 32 columns of a key at a time
            Tensor dq2 = m.empty(s.wide_keys, Dtype::fp32, "chunk_bwd_intra"),
                   dk2 = m.empty(s.wide_keys, Dtype::fp32, "chunk_bwd_intra");
            const Count parts = (s.wide_keys.last() / s.rates.last() + 31) / 32;
            const Tensor each = m.empty({parts, s.rates.elements()}, Dtype::fp32, "chunk_bwd_intra");
            Tensor dg2 = m.empty(s.wide_keys, Dtype::fp32, "chunk_bwd_intra"), db2 = m.empty(s.rates, Dtype::fp32, "sum");
            dq = std::move(dq2);
            dk = std::move(dk2);
            dg = std::move(dg2);
            db = std::move(db2);
        }
        Tensor summed = m.empty(s.wide_keys, Dtype::fp32, "cumsum");
        dg = std::move(summed);
    }
    for (Tensor *gradient : {&dq, &dk}) {
        Tensor narrowed = m.empty(s.keys, dtype, "l2norm_backward");
        *gradient = std::move(narrowed);
    }
    return {std::move(dq), std::move(dk), std::move(dv), std::move(dg), to(m, std::move(db), kept[7].dtype())};
}

} // namespace

Tensor fla_kimi_delta(Machine &m, const DeltaSizes &d, const Tensor &mixed, const Tensor &g, const Tensor &beta)
{
    const Shapes s(d);
    const Dtype dtype = mixed.dtype();
    const Shape whole = mixed.shape();
    Ref<Node> node;
    if (any_requires_grad(m, {&mixed, &g, &beta})) {
        node = make_node(m, {&mixed, &g, &beta}, [s, whole](Machine &mm, Node &self, Gradients &, Gradients &out) {
            std::array<Tensor, 5> made;
            Dtype of = Dtype::bf16;
            {
                const TensorList kept = self.unpack_more(mm);
                of = kept[0].dtype();
                made = kda_backward(mm, s, kept);
            }
            out[0] = mm.empty(whole, of, "cat"); // the split's backward
            if (self.needs(1)) out[1] = std::move(made[3]);
            if (self.needs(2)) out[2] = std::move(made[4]);
        });
    }
    const Tensor q = m.empty(s.keys, dtype, "contiguous"), k = m.empty(s.keys, dtype, "contiguous");
    const Tensor v = m.empty(s.values, dtype, "contiguous");
    const Tensor unit_q = m.empty(s.keys, dtype, "l2norm"), norm_q = m.empty(s.norms, Dtype::fp32, "l2norm");
    const Tensor unit_k = m.empty(s.keys, dtype, "l2norm"), norm_k = m.empty(s.norms, Dtype::fp32, "l2norm");
    const Tensor sums = m.empty(s.wide_keys, Dtype::fp32, "cumsum");
    const Tensor scores = m.empty(s.triangle, dtype, "chunk_intra"), triangle = m.empty(s.triangle, dtype, "chunk_intra");
    Tensor out;
    {
        Tensor diagonal = m.empty({d.batch, d.length, d.heads * 16}, Dtype::fp32, "chunk_intra");
        const Tensor w = m.empty(s.wide_keys, dtype, "recompute_w_u"), u = m.empty(s.values, dtype, "recompute_w_u");
        const Tensor decayed = m.empty(s.wide_keys, dtype, "recompute_w_u");
        diagonal.reset();
        const Tensor states = m.empty(s.states, dtype, "chunk_states"), corrected = m.empty(s.values, dtype, "v_new");
        out = m.empty(s.values, dtype, "chunk_fwd_o");
    }
    if (!node) return out;
    for (const Tensor *kept : {&unit_q, &norm_q, &unit_k, &norm_k, &v, &sums, &g, &beta, &scores, &triangle})
        node->more.emplace_back(m, *kept);
    attach(out, node);
    return out;
}

Tensor causal_conv1d(Machine &m, Tensor x, const Tensor &weight, const Tensor &bias)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &weight, &bias})) {
        const Shape shape = x.shape(), ws = weight.shape();
        const Dtype dtype = weight.dtype();
        node = make_node(m, {&x, &weight, &bias}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm), kept_weight = self.saved[1].unpack(mm);
            if (self.needs(0)) g[0] = mm.empty(shape, in[0].dtype(), "causal_conv1d_backward");
            const Tensor of_weight = mm.empty(ws, Dtype::fp32, "causal_conv1d_backward");
            if (self.needs(1)) g[1] = dtype == Dtype::fp32 ? of_weight : mm.empty(ws, dtype, "to");
            if (self.needs(2)) g[2] = mm.empty({ws.size[0]}, dtype, "causal_conv1d_backward");
        });
        node->saved[0].keep(m, x);
        node->saved[1].keep(m, weight);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "causal_conv1d");
    if (node) attach(out, node);
    return out;
}

} // namespace plimsoll::step
