// SPDX-License-Identifier: GPL-3.0-or-later
// Experts that all see every token, each scaled by its score (transformers 5.23 models/llama4/modeling_llama4.py, Llama4TextMoe).
#include "core/nn/attention.h"
#include "core/nn/experts/expert_ops.h"
#include "core/nn/experts/experts.h"
#include "core/nn/experts/router_ops.h"

namespace plimsoll::step {

namespace {

/// full_like(-inf).scatter_(1, indices, values)
Tensor scatter(Machine &m, const TopK &best, Shape whole)
{
    Tensor out = m.empty(whole, best.values.dtype(), "full_like");
    if (!any_requires_grad(m, {&best.values})) return out;
    auto node = make_node(m, {&best.values}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
        const Tensor kept = self.saved[0].unpack(mm);
        g[0] = mm.empty(kept.shape(), in[0].dtype(), "gather");
    });
    node->saved[0].keep(m, best.indices);
    attach(out, node);
    return out;
}

/// x.repeat(times, 1)
Tensor experts_of_all_tokens_repeat_rows(Machine &m, const Tensor &x, Count times)
{
    const Shape one = x.shape();
    Tensor out = m.empty({one.rows() * times, one.last()}, x.dtype(), "repeat");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [one](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(one, in[0].dtype(), "sum");
               }));
    return out;
}

/// x.reshape(experts, -1, hidden).sum(dim=0), in float32 under autocast
Tensor sum_of_experts(Machine &m, const Tensor &x, Count tokens)
{
    const Shape whole = x.shape();
    const Dtype dtype = x.dtype();
    Tensor out = m.empty({tokens, whole.last()}, m.autocast ? Dtype::fp32 : dtype, "sum");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [=](Machine &mm, Node &, Gradients &, Gradients &g) {
                   g[0] = mm.empty(whole, dtype, "sum_backward");
               }));
    return out;
}

Tensor scores_of_all(Machine &m, Router &router, const Tensor &x, Tensor &logits)
{
    logits = router.linear.forward(m, x);
    const TopK best = topk(m, logits, router.spec->top_k);
    const Tensor spread = scatter(m, best, logits.shape());
    Tensor open = pointwise(m, to(m, spread, Dtype::fp32), "sigmoid", true);
    return to(m, std::move(open), spread.dtype());
}

} // namespace

Tensor run_all(Machine &m, Router &router, FusedExperts &experts, SharedExpert &shared, const Tensor &input)
{
    // every expert sees every token, scaled by its score
    const WithScope inside(m, experts.spec->name.c_str());
    const MoeSpec &moe = experts.spec->moe;
    const Count tokens = input.shape().rows(), hidden = input.shape().last(), all = tokens * moe.experts;
    const Tensor x = input.view({tokens, hidden});
    Tensor logits;
    const Tensor scores = scores_of_all(m, router, x, logits);
    Tensor routed = experts_of_all_tokens_repeat_rows(m, x, moe.experts);
    {
        Tensor column = contiguous(m, scores.view({all, 1}), true);
        routed = mul(m, routed, std::move(column));
    }
    const auto stack_of = [&m](Adaptable &part) { return part.packed ? part.value(m) : autocast_weight(m, part.leaf); };
    Tensor next;
    {
        const Tensor stacked = routed.view({moe.experts, tokens, hidden});
        const Tensor both = bmm(m, stacked, stack_of(experts.gate_up), {moe.experts, tokens, 2 * moe.expert_width});
        const auto [gate, up] = chunk_in_two(m, both);
        Tensor product = mul(m, up, activate(m, gate, experts.spec->activation));
        next = bmm(m, std::move(product), stack_of(experts.down), {moe.experts, tokens, hidden}).view({all, hidden});
    }
    experts.gate_up.leave();
    experts.down.leave();
    Tensor out = shared.forward(m, x);
    const Tensor summed = sum_of_experts(m, next, tokens);
    return add_in_place(m, std::move(out), summed).view(input.shape());
}

} // namespace plimsoll::step
