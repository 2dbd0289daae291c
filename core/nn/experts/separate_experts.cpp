// SPDX-License-Identifier: GPL-3.0-or-later
// Experts that run one after another, each over the tokens that chose it.
#include "core/nn/experts/separate_experts.h"

#include "core/nn/experts/expert_ops.h"
#include "core/nn/experts/experts_fused.h"

namespace plimsoll::step {

Count even_share(Count pairs, Count experts, Count index) { return pairs / experts + (index < pairs % experts ? 1 : 0); }

namespace {

/// x.repeat_interleave(k, dim=0): a copy; backward sums each token's rows.
Tensor experts_apart_repeat_rows(Machine &m, const Tensor &x, Count times)
{
    const Count tokens = x.shape().rows(), hidden = x.shape().last();
    Tensor out = m.empty({product(tokens, times), hidden}, x.dtype(), "repeat_interleave");
    if (any_requires_grad(m, {&x})) {
        const Shape from = x.shape();
        attach(out, make_node(m, {&x}, [from](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(from, in[0].dtype(), "sum");
               }));
    }
    return out;
}

} // namespace

Tensor put_rows(Machine &m, Tensor whole, const Tensor &rows, const Tensor &index)
{
    Tensor out = whole.detach();
    if (any_requires_grad(m, {&whole, &rows})) {
        const Shape all = whole.shape(), part = rows.shape();
        auto node = make_node(m, {&whole, &rows}, [all, part](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            if (self.needs(0)) g[0] = mm.empty(all, in[0].dtype(), "index_put_backward");
            if (self.needs(1)) g[1] = mm.empty(part, in[0].dtype(), "index_put_backward");
        });
        node->saved[0].keep(m, index);
        attach(out, node);
    }
    return out;
}

Tensor add_rows(Machine &m, Tensor whole, const Tensor &rows, const Tensor &index)
{
    Tensor out = whole.detach();
    if (any_requires_grad(m, {&whole, &rows})) {
        const Shape part = rows.shape();
        auto node = make_node(m, {&whole, &rows}, [part](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm), source = self.saved[1].unpack(mm);
            if (self.needs(0)) g[0] = in[0];
            if (self.needs(1)) g[1] = mm.empty(part, in[0].dtype(), "index_select");
        });
        node->saved[0].keep(m, index);
        node->saved[1].keep(m, rows); // grad.index_select(dim, index).expand_as(source)
        attach(out, node);
    }
    return out;
}

namespace {

/// leaf.view(experts, …)[i]: a view; backward puts its gradient into zeros of the whole.
Tensor one_expert(Machine &m, const Leaf &leaf, Shape part)
{
    Tensor out = leaf.value.view(part);
    if (any_requires_grad(m, {&leaf.value})) {
        const Shape whole = leaf.value.shape();
        attach(out, make_node(m, {&leaf.value}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(whole, in[0].dtype(), "select_backward");
               }));
    }
    return m.autocast ? to(m, std::move(out), *m.autocast) : out;
}

} // namespace

void SeparateExperts::load(Machine &m, const MlpSpec &spec, const Precision &precision)
{
    m_spec = &spec;
    for (Count i = 0; i < spec.moe.experts; ++i) {
        Expert &expert = m_experts.emplace_back();
        const std::array specs{&spec.moe.separate.gate, &spec.moe.separate.up, &spec.moe.separate.down};
        for (const std::size_t part : order()) expert[part].load(m, *specs[part], precision, true);
    }
}

Tensor SeparateExperts::by_choice(Machine &m, const Tensor &x, const Tensor &scores)
{
    // DeepseekMoE.forward while training: y[flat_topk_idx == i] = expert(hidden_states[flat_topk_idx == i])
    const MoeSpec &moe = m_spec->moe;
    const Count hidden = x.shape().last(), pairs = product(x.shape().rows(), moe.top_k);
    const Tensor repeated = experts_apart_repeat_rows(m, x, moe.top_k);
    Tensor y = m.empty({pairs, hidden}, x.dtype(), "empty_like");
    const auto chosen = [&](Count rows) {
        const Tensor equal = m.empty({pairs}, Dtype::boolean, "eq");
        return m.empty({rows}, Dtype::int64, "nonzero");
    };
    for (Count i = 0; i < moe.experts; ++i) {
        const Count rows = even_share(pairs, moe.experts, i);
        if (rows == 0) continue;
        Expert &expert = m_experts[static_cast<std::size_t>(i)];
        const Tensor input = gather_rows(m, repeated, chosen(rows), {rows, hidden});
        Tensor gate = activate(m, expert[0].forward(m, input), m_spec->activation);
        Tensor product = mul(m, std::move(gate), expert[1].forward(m, input));
        Tensor out = expert[2].forward(m, std::move(product));
        y = put_rows(m, std::move(y), to(m, std::move(out), x.dtype()), chosen(rows));
    }
    return mul(m, y, scores.view({pairs, 1}));
}

Tensor stacked_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing)
{
    // DbrxExperts.forward and DbrxExpertGLU.forward
    const MoeSpec &moe = experts.spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    const Tensor states = x.view({tokens, hidden});
    Tensor next = m.empty({tokens, hidden}, x.dtype(), "zeros_like");
    const Tensor mask = m.empty({tokens, moe.top_k, moe.experts + 1}, Dtype::int64, "one_hot");
    const Shape part{moe.expert_width, hidden};
    for (Count i = 0; i < moe.experts; ++i) {
        const Count rows = even_share(pairs, moe.experts, i);
        if (rows == 0) continue;
        const Tensor index = m.empty({rows, 2}, Dtype::int64, "where");
        const Tensor v1 = one_expert(m, experts.second, part), w1 = one_expert(m, experts.gate_up.leaf, part),
                     w2 = one_expert(m, experts.down.leaf, part);
        Tensor input = gather_rows(m, states, index, {rows, hidden});
        if (m.autocast) input = to(m, std::move(input), *m.autocast);
        Tensor gate = matmul_weight(m, input, w1, moe.expert_width);
        const Tensor up = matmul_weight(m, input, v1, moe.expert_width);
        gate = activate(m, std::move(gate), experts.spec->activation);
        const Tensor product = mul(m, std::move(gate), up);
        Tensor out = matmul_weight(m, product, w2, hidden);
        out = mul(m, std::move(out), gather_rows(m, routing.scores.view({pairs, 1}), index, {rows, 1}));
        next = add_rows(m, std::move(next), to(m, std::move(out), x.dtype()), index);
    }
    return next;
}

} // namespace plimsoll::step
