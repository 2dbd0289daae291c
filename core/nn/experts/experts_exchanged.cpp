// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/experts/experts_exchanged.h"

#include "core/nn/experts/expert_ops.h"
#include "core/torch/sorting.h"

#include <cmath>

namespace plimsoll::step {

namespace {

/// all_to_all_single_autograd: `rows` come in for those that go out, and as many gradients go back.
Tensor all_to_all(Machine &m, const Tensor &x, Count rows)
{
    Tensor out = m.empty({rows, x.shape().last()}, x.dtype(), "all_to_all");
    if (!any_requires_grad(m, {&x})) return out;
    const Shape sent = x.shape();
    attach(out, make_node(m, {&x}, [sent](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(sent, in[0].dtype(), "all_to_all_backward");
           }));
    return out;
}

/// token_outputs[order] = x on a tensor that was empty: backward takes the rows again.
Tensor put_rows(Machine &m, const Tensor &x, const Tensor &order)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "index");
        });
        node->saved[0].keep(m, order);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "empty_like");
    if (node) attach(out, node);
    return out;
}

struct Sent {
    Tensor rows, ids, weights, order;
};

Sent dispatch(Machine &m, const Tensor &x, Count pairs, Count arriving, Count experts)
{
    Sent out;
    const Count tokens = x.shape().rows(), hidden = x.shape().last();
    {
        const Tensor sorted = m.empty({pairs}, Dtype::int64, "argsort");
        out.order = m.empty({pairs}, Dtype::int64, "argsort");
        sort_temporaries(m, pairs);
    }
    Tensor sources = m.empty({pairs}, Dtype::int64, "floor_divide");
    const Tensor sent = gather_rows(m, x.view({tokens, hidden}), sources, {pairs, hidden});
    sources.reset();
    const Tensor send_counts = m.empty({experts}, Dtype::int64, "zeros");
    m.workspace(product(pairs, 8), "ones_like");
    const Tensor receive_counts = m.empty({experts}, Dtype::int64, "empty_like");
    out.rows = all_to_all(m, sent, arriving);
    {
        const Tensor repeated = m.empty({arriving}, Dtype::int64, "repeat_interleave");
        out.ids = m.empty({arriving}, Dtype::int64, "repeat_interleave");
    }
    out.weights = m.empty({arriving, 1}, x.dtype(), "ones_like");
    return out;
}

Tensor combine(Machine &m, const Tensor &results, const Tensor &order, const Tensor &scores, Count pairs, Count tokens)
{
    const Tensor returned = all_to_all(m, results, pairs);
    const Tensor placed = put_rows(m, returned, order);
    const Tensor weighted = mul(m, placed, scores.view({pairs, 1}));
    return sum_of_choices(m, weighted, tokens);
}

} // namespace

Tensor exchanged_experts(Machine &m, FusedExperts &experts, const Tensor &x, const Routing &routing,
                         const ExpertExchange &exchange)
{
    const MoeSpec &moe = experts.spec->moe;
    const Count tokens = x.shape().rows(), pairs = product(tokens, moe.top_k);
    const auto arriving = static_cast<Count>(std::ceil(static_cast<double>(pairs) * exchange.fullest));
    Tensor out;
    {
        const Sent sent = dispatch(m, x, pairs, arriving, moe.experts);
        const Routing local{sent.weights, sent.ids, {}};
        const Tensor results =
            grouped_experts(m, experts, sent.rows, local, {.top_k = 1, .experts = moe.experts / exchange.ranks, .masked = true});
        out = combine(m, results, sent.order, routing.scores, pairs, tokens);
    }
    return to(m, std::move(out), x.dtype());
}

} // namespace plimsoll::step
