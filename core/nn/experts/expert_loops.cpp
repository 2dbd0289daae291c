// SPDX-License-Identifier: GPL-3.0-or-later
// How the blocks of transformers before 5 run their experts (4.57.6, models/*/modeling_*.py), line by line.
#include "core/nn/attention.h"
#include "core/nn/experts/expert_ops.h"
#include "core/nn/experts/separate_experts.h"
#include "core/nn/liger.h"
#include "core/nn/experts/router_ops.h"
#include "core/torch/sorting.h"

#include <span>

namespace plimsoll::step {

namespace {

/// torch.where(mask): positions of `rows` entries of a mask of two dimensions, whose columns are views of one tensor.
Tensor positions(Machine &m, Count rows) { return m.empty({2, rows}, Dtype::int64, "nonzero").view({rows}); }

/// x.mul_(column): where the column wants a gradient a copy of what was there is kept.
Tensor multiply_in_place(Machine &m, Tensor x, const Tensor &column)
{
    Tensor out = x.detach();
    if (!any_requires_grad(m, {&x, &column})) return out;
    const Shape whole = x.shape(), part = column.shape();
    auto node = make_node(m, {&x, &column}, [whole, part](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm), factor = self.saved[1].unpack(mm);
        if (self.needs(0)) g[0] = mm.empty(whole, in[0].dtype(), "mul_backward");
        if (!self.needs(1)) return;
        const Tensor product = mm.empty(whole, in[0].dtype(), "mul_backward");
        g[1] = mm.empty(part, in[0].dtype(), "sum");
    });
    if (node->needs(1)) node->saved[0].keep(m, m.empty(whole, x.dtype(), "clone"));
    if (node->needs(0)) node->saved[1].keep(m, column);
    attach(out, node);
    return out;
}

/// torch.cat of many over rows: each part's gradient is a view of the whole's.
Tensor put_together(Machine &m, std::span<const Tensor> parts, Shape whole)
{
    Tensor chain;
    for (const Tensor &part : parts) {
        Tensor next = part.detach();
        const Shape own = part.shape();
        if (any_requires_grad(m, {&part, &chain}))
            attach(next, make_node(m, {&part, &chain}, [own](Machine &, Node &self, Gradients &in, Gradients &g) {
                       if (self.needs(0)) g[0] = in[0].view(own);
                       if (self.needs(1)) g[1] = in[0];
                   }));
        chain = std::move(next);
    }
    Tensor out = m.empty(whole, parts.front().dtype(), "cat");
    if (any_requires_grad(m, {&chain}))
        attach(out, make_node(m, {&chain}, [](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = in[0]; }));
    return out;
}

} // namespace

/// Whole rows for every expert; of fewer choices than experts one for each of the first.
Count SeparateExperts::rows_of(Count pairs, Count expert) const
{
    const Count experts = m_spec->moe.experts;
    return pairs < experts ? even_share(pairs, experts, expert) : (pairs + experts - 1) / experts;
}

Tensor SeparateExperts::run(Machine &m, Expert &expert, const Tensor &x)
{
    Tensor gate = expert[0].forward(m, x);
    if (!m_liger) gate = activate(m, std::move(gate), m_spec->activation);
    Tensor up = expert[1].forward(m, x);
    const Tensor product =
        m_liger ? liger_gated_product(m, std::move(gate), std::move(up)) : mul(m, std::move(gate), std::move(up));
    return expert[2].forward(m, product);
}

Tensor SeparateExperts::forward(Machine &m, const Tensor &x, const Tensor &scores)
{
    switch (m_spec->moe.separate.loop) {
    case ExpertLoop::by_mask:
    case ExpertLoop::each_mask: return by_mask(m, x, scores);
    case ExpertLoop::by_token: return by_token(m, x, scores);
    case ExpertLoop::sorted: return sorted(m, x, scores);
    case ExpertLoop::by_choice: break;
    }
    return by_choice(m, x, scores);
}

Tensor SeparateExperts::by_mask(Machine &m, const Tensor &x, const Tensor &scores)
{
    // MixtralSparseMoeBlock.forward, Qwen3MoeSparseMoeBlock.forward; OlmoeSparseMoeBlock.forward
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    const bool counted = moe.separate.loop == ExpertLoop::by_mask;
    const Tensor states = x.view({tokens, hidden}), weights = scores.view({pairs, 1});
    Tensor sum = m.empty({tokens, hidden}, x.dtype(), "zeros");
    const Tensor mask = m.empty({moe.experts, moe.top_k, tokens}, Dtype::int64, "one_hot");
    Tensor hit;
    if (counted) {
        Tensor count = m.empty({moe.experts}, Dtype::int64, "sum");
        const Tensor greater = m.empty({moe.experts}, Dtype::boolean, "greater");
        count.reset();
        hit = m.empty({moe.experts, 1}, Dtype::int64, "nonzero");
    }
    Tensor index, input, output; // names that live from one expert to the next
    for (Count i = 0; i < moe.experts; ++i) {
        const Count rows = rows_of(pairs, i);
        if (rows == 0) continue;
        {
            Tensor chosen; // expert_mask[expert_idx] by a tensor is a copy
            if (counted) chosen = m.empty({1, moe.top_k, tokens}, Dtype::int64, "index");
            index = positions(m, rows);
        }
        input = gather_rows(m, states, index, {rows, hidden});
        {
            Tensor out = run(m, m_experts[static_cast<std::size_t>(i)], input);
            output = mul(m, std::move(out), gather_rows(m, weights, index, {rows, 1}));
        }
        sum = add_rows(m, std::move(sum), to(m, output, x.dtype()), index);
    }
    return sum;
}

Tensor SeparateExperts::by_token(Machine &m, const Tensor &x, const Tensor &scores)
{
    // DeepseekV3MoE.moe, Glm4MoeMoE.moe, Dots1MoE.moe
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    const Tensor states = x.view({tokens, hidden});
    Tensor sum = m.empty({tokens, hidden}, scores.dtype(), "zeros_like");
    const Tensor mask = m.empty({tokens, moe.top_k, moe.experts}, Dtype::int64, "one_hot");
    Tensor index, weights, input, output, weighted;
    for (Count i = 0; i < moe.experts; ++i) {
        const Count rows = rows_of(pairs, i);
        if (rows == 0) continue;
        index = positions(m, rows);
        weights = gather_rows(m, scores.view({pairs, 1}), index, {rows, 1});
        input = gather_rows(m, states, index, {rows, hidden});
        output = run(m, m_experts[static_cast<std::size_t>(i)], input);
        weighted = mul(m, output, weights);
        sum = add_rows(m, std::move(sum), weighted, index);
    }
    return to(m, std::move(sum), x.dtype());
}

Tensor SeparateExperts::sorted(Machine &m, const Tensor &x, const Tensor &scores)
{
    // DeepseekV2MoE.moe
    const MoeSpec &moe = m_spec->moe;
    const Count tokens = x.shape().rows(), hidden = x.shape().last(), pairs = product(tokens, moe.top_k);
    const Tensor chosen = m.empty({tokens, moe.experts}, Dtype::int64, "new_zeros");
    const Tensor counts = m.empty({moe.experts}, Dtype::int64, "sum");
    Tensor order;
    {
        const Tensor values = m.empty({pairs}, Dtype::int64, "sort");
        order = m.empty({pairs}, Dtype::int64, "sort");
        sort_temporaries(m, pairs);
    }
    Tensor taken;
    {
        const Tensor rows = m.empty({pairs}, Dtype::int64, "floor_divide");
        taken = gather_rows(m, x.view({tokens, hidden}), rows, {pairs, hidden});
    }
    std::vector<Tensor> outputs;
    for (Count i = 0; i < moe.experts; ++i) {
        const Count rows = even_share(pairs, moe.experts, i);
        if (rows == 0) continue;
        const Tensor input = narrow(m, taken, {rows, hidden});
        outputs.push_back(run(m, m_experts[static_cast<std::size_t>(i)], input));
    }
    const Tensor together = put_together(m, outputs, {pairs, hidden});
    Tensor placed = m.empty({pairs, hidden}, together.dtype(), "empty_like");
    placed = put_rows(m, std::move(placed), together, order);
    const Dtype dtype = placed.dtype();
    Tensor weighted = multiply_in_place(m, to(m, placed, scores.dtype()), scores.view({pairs, 1}));
    return to(m, sum_last(m, weighted, {tokens, hidden}), dtype);
}

} // namespace plimsoll::step
