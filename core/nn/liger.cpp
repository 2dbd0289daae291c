// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/liger.h"

#include <algorithm>
#include <memory>

namespace plimsoll::step {

Tensor liger_rms_norm(Machine &m, Tensor x, const Tensor &weight, bool in_place)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "liger_rms_norm");
    const Tensor rstd = m.empty({x.shape().rows()}, Dtype::fp32, "liger_rms_norm");
    if (!any_requires_grad(m, {&x, &weight})) return out;
    const Count width = x.shape().last();
    const Dtype weight_dtype = weight.dtype();
    auto node =
        make_node(m, {&x, &weight}, [width, weight_dtype, in_place](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            // one partial sum a multiprocessor
            Tensor partial;
            if (self.needs(1)) partial = mm.empty({mm.ask(multiprocessors), width}, Dtype::fp32, "liger_rms_norm_backward");
            const Shape shape = in[0].shape();
            g[0] = (in_place ? in[0] : mm.empty(shape, in[0].dtype(), "liger_rms_norm_backward")).view(shape);
            if (!self.needs(1)) return;
            g[1] = sum_leading(mm, partial, {width});
            if (weight_dtype != Dtype::fp32) g[1] = mm.empty({width}, weight_dtype, "to");
        });
    node->more.emplace_back(m, x);
    node->more.emplace_back(m, weight);
    node->more.emplace_back(m, rstd);
    attach(out, node);
    return out;
}

Tensor liger_gated_product(Machine &m, Tensor gate, Tensor up)
{
    Tensor out = m.empty(gate.shape(), gate.dtype(), "liger_gated_product");
    if (!any_requires_grad(m, {&gate, &up})) return out;
    auto node = make_node(m, {&gate, &up}, [](Machine &mm, Node &self, Gradients &, Gradients &g) {
        for (std::size_t i = 0; i < 2; ++i) {
            const Tensor written = self.saved[i].unpack(mm);
            g[i] = written.view(written.shape());
        }
    });
    node->saved[0].keep(m, gate);
    node->saved[1].keep(m, up);
    attach(out, node);
    return out;
}

Tensor liger_experts(Machine &m, const Tensor &x, const Tensor &gate_up, const Tensor &down, const Tensor &indices,
                     const Tensor &scores, LigerMoe sizes)
{
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = indices.elements();
    const Dtype dtype = x.dtype();
    const Tensor narrow_indices = m.empty(indices.shape(), Dtype::int32, "to");
    Ref<Node> node;
    if (any_requires_grad(m, {&x, &gate_up, &down, &scores})) {
        const Shape up_shape = gate_up.shape(), down_shape = down.shape(), score_shape = scores.shape();
        const Dtype weights = gate_up.dtype(), score_dtype = scores.dtype();
        node = make_node(m, {&x, &gate_up, &down, &scores}, [=](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const TensorList kept = self.unpack_more(mm);
            const Dtype own = in[0].dtype();
            const Tensor projected = mm.empty({pairs, 2 * sizes.width}, own, "liger_experts_backward");
            const Tensor weighted = mm.empty({pairs, sizes.width}, own, "liger_experts_backward");
            g[3] = mm.empty({pairs}, own, "liger_experts_backward");
            g[2] = mm.empty(down_shape, weights, "liger_experts_backward");
            const Tensor expanded = mm.empty({pairs, hidden}, own, "liger_experts_backward");
            g[0] = mm.empty({tokens, hidden}, own, "liger_experts_backward");
            g[1] = mm.empty(up_shape, weights, "liger_experts_backward");
            if (own != score_dtype) g[3] = mm.empty(score_shape, score_dtype, "to");
        });
    }
    const Tensor starts = m.empty({sizes.experts + 1}, Dtype::int32, "liger_experts");
    const Tensor scatter = m.empty({pairs}, Dtype::int32, "liger_experts");
    const Tensor reverse = m.empty({pairs}, Dtype::int32, "liger_experts");
    const Tensor gather = m.empty({pairs}, Dtype::int32, "liger_experts");
    const Tensor before = m.empty({pairs, 2 * sizes.width}, dtype, "liger_experts");
    const Tensor after = m.empty({pairs, sizes.width}, dtype, "liger_experts");
    const Tensor down_projected = m.empty({pairs, hidden}, dtype, "liger_experts");
    Tensor out = m.empty({tokens, hidden}, dtype, "liger_experts");
    if (!node) return out;
    for (const Tensor *t :
         std::initializer_list<const Tensor *>{&x, &gate_up, &down, &before, &scores, &starts, &gather, &scatter, &reverse})
        node->more.emplace_back(m, *t);
    attach(out, node);
    return out;
}

Tensor liger_relu_squared(Machine &m, Tensor x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "liger_relu_squared");
    if (!any_requires_grad(m, {&x})) return out;
    auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm);
        g[0] = mm.empty(in[0].shape(), in[0].dtype(), "liger_relu_squared_backward");
    });
    node->saved[0].keep(m, x);
    attach(out, node);
    return out;
}

void liger_rope(Machine &m, Tensor &q, Tensor &k, const Tensor &cos, const Tensor &sin, LigerRopeCopies copies)
{
    const bool grad = any_requires_grad(m, {&q, &k});
    Ref<Node> node;
    const auto gradients = std::make_shared<GradientPair>();
    if (grad)
        node = make_node(m, {&q, &k}, [copies, gradients](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const GradientPair in = std::exchange(*gradients, {});
            const Tensor kept_cos = self.saved[0].unpack(mm), kept_sin = self.saved[1].unpack(mm);
            g[0] = copies.query_gradient ? mm.empty(in[0].shape(), in[0].dtype(), "contiguous") : in[0];
            g[1] = copies.key_gradient ? mm.empty(in[1].shape(), in[1].dtype(), "contiguous") : in[1];
        });
    q = copies.forward ? m.empty(q.shape(), q.dtype(), "contiguous") : q.detach();
    k = copies.forward ? m.empty(k.shape(), k.dtype(), "contiguous") : k.detach();
    if (!grad) return;
    node->saved[0].keep(m, cos);
    node->saved[1].keep(m, sin);
    attach_both(m, q, k, node, gradients);
}

} // namespace plimsoll::step
