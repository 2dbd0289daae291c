// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/attention.h"
#include "core/torch/mixer_ops.h"

// transformers 5.23, modeling_flash_attention_utils.py and integrations/flash_attention.py.

namespace plimsoll::step {

namespace {

/// tensor[indices] along the first dimension; backward scatters into a zero-filled whole (index_put_ with accumulate).
Tensor gather_tokens(Machine &m, Tensor x, const Tensor &indices)
{
    const Shape whole = x.shape();
    const Count rows = indices.elements();
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [whole, rows](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(whole, in[0].dtype(), "index_backward");
            std::vector<Tensor> sorting;
            for (int i = 0; i < 4; ++i) sorting.push_back(mm.empty({rows}, Dtype::int64, "index_put"));
        });
        node->saved[0].keep(m, indices);
    }
    Tensor out = m.empty(whole, x.dtype(), "index");
    if (node) attach(out, node);
    return out;
}

/// output = zeros; output[indices] = x
Tensor spread_tokens(Machine &m, Tensor x, const Tensor &indices)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "pad_input");
    if (any_requires_grad(m, {&x})) {
        auto node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "index");
        });
        node->saved[0].keep(m, indices);
        attach(out, node);
    }
    return out;
}

/// _flash_attention_forward: heads of one width.
Tensor flash_forward(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionCall &c, bool padded, Dtype weights)
{
    // the caller's names hold what came in
    const Tensor query = q, key = k, value = v;
    if (q.dtype() == Dtype::fp32) { // get_target_dtype
        const Dtype target = m.autocast.value_or(weights);
        q = to(m, std::move(q), target);
        k = to(m, std::move(k), target);
        v = to(m, std::move(v), target);
    }
    // the kernel lays its output out as the query is, which reshape(…).contiguous() behind it then copies
    if (!padded && c.flash_3) return flash_3_kernel(m, q, k, v, c); // laid out by tokens whatever the query is
    if (!padded) return contiguous(m, flash_kernel(m, q, k, v, c), !c.fresh_query);
    const Tensor indices = m.empty({c.batch * c.keys}, Dtype::int64, "nonzero");
    // _index_first_axis: reshape(-1, heads, head_dim) copies what lies head by head, unless the batch is one row
    const bool rows = c.batch > 1;
    const Tensor kept_k = gather_tokens(m, contiguous(m, k, rows && !c.strided_keys), indices);
    const Tensor kept_v = gather_tokens(m, contiguous(m, v, rows && !c.strided_values), indices);
    const Tensor kept_q = gather_tokens(m, contiguous(m, q, rows && !c.fresh_query), indices);
    Tensor out = c.flash_3 ? flash_3_kernel(m, kept_q, kept_k, kept_v, c) : flash_kernel(m, kept_q, kept_k, kept_v, c);
    return spread_tokens(m, std::move(out), indices);
}

} // namespace

Tensor flash_attention(Machine &m, Tensor q, Tensor k, Tensor v, const AttentionCall &c, bool padded, Dtype weights)
{
    if (c.v_head_dim == c.head_dim) return flash_forward(m, std::move(q), std::move(k), std::move(v), c, padded, weights);
    // F.pad(value) to the query's width; the result is cut to the value's, and the caller's reshape copies that
    const Tensor value = v; // a name of the caller's
    AttentionCall wide = c;
    wide.v_head_dim = c.head_dim;
    wide.strided_values = true;
    const Tensor filled = copy_of(m, std::move(v), {c.batch, c.kv_heads, c.keys, c.head_dim}, "pad");
    Tensor out = flash_forward(m, std::move(q), std::move(k), filled, wide, padded, weights);
    out = narrow(m, std::move(out), {c.batch, c.queries, product(c.heads, c.v_head_dim)});
    return contiguous(m, std::move(out), true);
}

} // namespace plimsoll::step
