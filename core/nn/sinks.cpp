// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"

// Attention with one learned sink a head (transformers 5.23, models/gpt_oss/modeling_gpt_oss.py eager_attention_forward).

namespace plimsoll::step {

namespace {

/// torch.cat([scores, sinks.expand(...)], dim=-1): the sinks' gradient is summed over batch and queries.
Tensor append_sinks(Machine &m, Tensor scores, Leaf &sinks, Shape whole)
{
    Tensor column = sinks.value;
    if (any_requires_grad(m, {&column})) {
        const Shape heads = column.shape();
        Tensor expanded = column.view(whole.with_last(1));
        attach(expanded, make_node(m, {&column}, [heads](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(heads, in[0].dtype(), "expand_backward");
               }));
        column = std::move(expanded);
    } else {
        column = column.view(whole.with_last(1));
    }
    return concatenate(m, std::move(scores), std::move(column), whole);
}

/// combined - combined.max(dim=-1, keepdim=True).values
Tensor less_maximum(Machine &m, const Tensor &combined)
{
    const Shape whole = combined.shape(), row = whole.with_last(1);
    Tensor values = m.empty(row, combined.dtype(), "max");
    const Tensor indices = m.empty(row, Dtype::int64, "max");
    if (any_requires_grad(m, {&combined})) {
        auto node = make_node(m, {&combined}, [whole](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(whole, in[0].dtype(), "max_backward");
        });
        node->saved[0].keep(m, indices);
        attach(values, node);
    }
    return subtract(m, combined, std::move(values));
}

/// torch.logsumexp over the last dimension, which autocast runs in float32: keeps its input and its result.
Tensor log_sum_exp(Machine &m, const Tensor &scores)
{
    const Tensor x = m.autocast ? to(m, scores, Dtype::fp32) : scores;
    const Shape whole = x.shape(), row = whole.with_last(1);
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            // grad * (self - result).exp()
            const Tensor kept = self.saved[0].unpack(mm), result = self.saved[1].unpack(mm);
            Tensor less = mm.empty(kept.shape(), kept.dtype(), "logsumexp_backward");
            const Tensor power = mm.empty(kept.shape(), kept.dtype(), "logsumexp_backward");
            less.reset();
            g[0] = mm.empty(kept.shape(), in[0].dtype(), "logsumexp_backward");
        });
        node->saved[0].keep(m, x);
    }
    const Tensor greatest = m.empty(row, x.dtype(), "amax");
    {
        const Tensor absolute = m.empty(row, x.dtype(), "abs");
        const Tensor infinite = m.empty(row, Dtype::boolean, "eq");
    }
    const Tensor less = m.empty(whole, x.dtype(), "sub");
    Tensor out = m.empty(row, x.dtype(), "sum");
    if (node) {
        node->saved[1].keep(m, out);
        attach(out, node);
    }
    return out;
}

} // namespace

Tensor lse_sink_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, Leaf &sinks, const AttentionMask &mask,
                          const AttentionCall &c)
{
    const Dtype dtype = q.dtype();
    const bool repeats = c.heads != c.kv_heads;
    const Tensor key = repeat_kv(m, k, c.heads / c.kv_heads), value = repeat_kv(m, v, c.heads / c.kv_heads);
    const Shape shape{c.batch, c.heads, c.queries, c.keys};
    Tensor scores = matmul_heads(m, {q, c.fresh_query && c.queries > 1}, {key, c.strided_keys && !repeats}, shape);
    scores = scale(m, std::move(scores));
    if (mask.tensor.defined()) scores = add(m, std::move(scores), mask.tensor);
    const Tensor sum = log_sum_exp(m, scores);
    Tensor less = subtract(m, sum, sinks.value.view({1, c.heads, 1, 1}));
    const Tensor open = pointwise(m, to(m, std::move(less), Dtype::fp32), "sigmoid", true);
    Tensor weights = softmax_fp32(m, scores, true);
    weights = to(m, weights, dtype);
    scores.reset();
    weights = dropout(m, std::move(weights), c.dropout);
    return_weights(m, c, weights);
    Tensor out = matmul_heads(m, {weights}, {value, c.strided_values && !repeats}, {c.batch, c.heads, c.queries, c.v_head_dim});
    {
        const Tensor column = to(m, open, out.dtype());
        out = mul(m, out, column);
    }
    out = contiguous(m, std::move(out), true);
    return out.view({c.batch, c.queries, c.heads * c.v_head_dim});
}

Tensor sink_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, Leaf *sinks, const AttentionMask &mask,
                      const AttentionCall &c)
{
    const Tensor key = repeat_kv(m, k, c.heads / c.kv_heads), value = repeat_kv(m, v, c.heads / c.kv_heads);
    const Shape shape{c.batch, c.heads, c.queries, c.keys};
    Tensor weights = bmm(m, q, key, shape);
    weights = scale(m, std::move(weights));
    if (mask.tensor.defined()) weights = add(m, std::move(weights), mask.tensor);
    Tensor combined = sinks ? append_sinks(m, weights, *sinks, shape.with_last(c.keys + 1)) : weights;
    if (!sinks) weights.reset();
    combined = less_maximum(m, combined);
    const Tensor probabilities = softmax(m, combined, combined.dtype());
    const Tensor scores = sinks ? narrow(m, probabilities, shape) : probabilities;
    weights = to(m, dropout(m, scores, c.dropout), value.dtype());
    Tensor out = bmm(m, weights, value, {c.batch, c.heads, c.queries, c.v_head_dim});
    out = contiguous(m, std::move(out), true);
    return out.view({c.batch, c.queries, c.heads * c.v_head_dim});
}

} // namespace plimsoll::step
