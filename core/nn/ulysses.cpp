// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/ulysses.h"

#include "core/torch/ops.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// How many ranks hold one key head where there are fewer heads than ranks; else 1.
Count copies_of_keys(Count kv_heads, Count ranks) { return std::max<Count>(1, ranks / kv_heads); }

/// deepspeed::dim_zero_all_to_all (deepspeed/sequence/layer.py). `strided`: the gradient comes in an order that is copied first.
Tensor exchanged(Machine &m, const Tensor &x, bool strided)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "all_to_all");
    if (!any_requires_grad(m, {&x})) return out;
    attach(out, make_node(m, {&x}, [strided](Machine &mm, Node &, Gradients &in, Gradients &g) {
               Tensor laid;
               if (strided) laid = mm.empty(in[0].shape(), in[0].dtype(), "contiguous");
               g[0] = mm.empty(in[0].shape(), in[0].dtype(), "all_to_all");
               laid.reset();
               in[0].reset();
           }));
    return out;
}

/// repeat_interleave along the heads; backward sums.
Tensor repeated(Machine &m, const Tensor &x, Shape shape)
{
    Tensor out = m.empty(shape, x.dtype(), "repeat_interleave");
    if (!any_requires_grad(m, {&x})) return out;
    const Shape from = x.shape();
    attach(out, make_node(m, {&x}, [from](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(from, in[0].dtype(), "sum");
               in[0].reset();
           }));
    return out;
}

/// combine_sequence: a part of the sequence with all `heads` becomes the whole with `local` of them.
Tensor combined(Machine &m, const Tensor &x, const AttentionCall &c, Count ranks, Count local, Count dim, bool by_heads)
{
    const bool one_row = c.batch == 1 && local == 1;
    Tensor part = x;
    if (local * ranks != x.shape().size[1]) {
        part = repeated(m, x, {c.batch, local * ranks, c.queries, dim});
        by_heads = false;
    }
    // the heads of a rank side by side: reshape's gradient is no view
    if (local > 1) part = copied_back(m, part);
    part = contiguous(m, std::move(part), !by_heads || !one_row);
    return exchanged(m, part, !one_row);
}

/// _partition_global_sequence, of a result [batch, whole length, heads of this rank].
Tensor parted(Machine &m, const Tensor &x, const AttentionCall &c)
{
    const Tensor laid = contiguous(m, x, c.batch > 1);
    Tensor out = exchanged(m, laid, true);
    return contiguous(m, std::move(out), true).view({c.batch, c.queries, c.heads * c.v_head_dim});
}

/// The forward's position_ids, gathered for masks that look at them.
struct Positions {
    std::vector<Tensor> of_ranks;
    Tensor all;
};

Positions positions(Machine &m, const AttentionCall &c, Count ranks)
{
    Positions out;
    for (Count i = 0; i < ranks; ++i) out.of_ranks.push_back(m.empty({c.batch, c.queries}, Dtype::int64, "position_ids"));
    out.all = m.empty({c.batch, c.queries * ranks}, Dtype::int64, "cat");
    return out;
}

} // namespace

Tensor ulysses_attention(Machine &m, const Tensor &q, const Tensor &k, const Tensor &v, const AttentionCall &call, Count ranks,
                         const InnerAttention &inner)
{
    const Count copies = copies_of_keys(call.kv_heads, ranks);
    AttentionCall whole = call;
    whole.heads = call.heads / ranks;
    whole.kv_heads = copies > 1 ? 1 : call.kv_heads / ranks;
    whole.queries = call.queries * ranks;
    whole.keys = call.keys * ranks;
    whole.fresh_query = whole.heads == 1; // laid out head by head, which one head's rows are anyway
    whole.strided_keys = whole.strided_values = false;
    whole.strided_gradient = call.batch > 1;
    Tensor out;
    {
        const Positions given = positions(m, call, ranks);
        Tensor query = combined(m, q, call, ranks, whole.heads, call.head_dim, !call.fresh_query);
        Tensor key = combined(m, k, call, ranks, whole.kv_heads, call.head_dim, !call.strided_keys);
        Tensor value = combined(m, v, call, ranks, whole.kv_heads, call.v_head_dim, !call.strided_values);
        query = contiguous(m, std::move(query), call.batch > 1 || whole.heads > 1);
        key = contiguous(m, std::move(key), call.batch > 1 || whole.kv_heads > 1);
        value = contiguous(m, std::move(value), call.batch > 1 || whole.kv_heads > 1);
        const Tensor context = inner(m, query.view({whole.batch, whole.heads, whole.queries, whole.head_dim}),
                                     key.view({whole.batch, whole.kv_heads, whole.keys, whole.head_dim}),
                                     value.view({whole.batch, whole.kv_heads, whole.keys, whole.v_head_dim}), whole);
        out = parted(m, context, call);
    }
    return contiguous(m, std::move(out), call.batch > 1); // attn_output.reshape(…).contiguous() of a transposed view
}

bool turns_values(const AttentionCall &call, Count ranks)
{
    return call.batch > 1 || call.kv_heads == ranks; // one head each: the exchanged gradient is a view, head by head
}

} // namespace plimsoll::step
