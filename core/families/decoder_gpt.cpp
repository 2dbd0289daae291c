// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder.h"

#include <utility>

// Attention of GPT, CodeGen, XGLM and GPT-NeoX Japanese (transformers 5.23, modeling_openai.py, modeling_codegen.py,
// modeling_xglm.py, modeling_gpt_neox_japanese.py).

namespace plimsoll::step {

namespace {

Shape scores_of(const AttentionCall &c) { return {c.batch, c.heads, c.queries, c.keys}; }
Shape output_of(const AttentionCall &c) { return {c.batch, c.heads, c.queries, c.v_head_dim}; }

} // namespace

Tensor Decoder::openai_attention(Machine &m, const AttentionCall &c, Tensor q, Tensor k, Tensor v, const Shared &)
{
    Tensor out, w;
    {
        w = matmul_heads(m, {q, c.queries > 1}, {k, true}, scores_of(c));
        w = scale(m, std::move(w));
        { // w * b + -1e4 * (1 - b)
            const Shape band{1, 1, c.queries, c.keys};
            Tensor inside = fill_masked(m, w);
            Tensor outside = m.empty(band, m_precision.weights, "rsub");
            outside = m.empty(band, m_precision.weights, "mul");
            w = add(m, std::move(inside), std::move(outside));
        }
        w = add(m, w, m.empty({c.batch, 1, 1, c.keys}, w.dtype(), "attention_mask"));
        w = softmax(m, m.autocast ? to(m, w, Dtype::fp32) : w, m.autocast ? Dtype::fp32 : w.dtype());
        w = dropout(m, std::move(w), c.dropout);
        out = matmul_heads(m, {w}, {v, true}, output_of(c));
    }
    return_weights(m, c, w);
    w.reset(); // `_attn` has returned
    return contiguous(m, std::move(out), true).view({c.batch, c.queries, c.heads * c.v_head_dim});
}

Tensor Decoder::xglm_attention(Machine &m, const AttentionCall &c, Tensor q, Tensor k, Tensor v, const Shared &shared)
{
    // reshape(batch * heads, …): strided views of more than one sequence are copied
    const bool copies = c.batch > 1;
    q = contiguous(m, std::move(q), copies && c.queries > 1);
    k = contiguous(m, std::move(k), copies && c.strided_keys);
    v = contiguous(m, std::move(v), copies && c.strided_values);
    if (m.autocast) {
        k = to(m, std::move(k), *m.autocast);
        q = to(m, std::move(q), *m.autocast);
    }
    Tensor weights = bmm(m, q, k, scores_of(c));
    if (shared.mask.tensor.defined()) {
        weights = add(m, weights, shared.mask.tensor);
        const Tensor lowest = m.empty({1}, Dtype::fp32, "full");
        weights = extreme(m, weights);
    }
    const bool wide = m.autocast || weights.dtype() == Dtype::fp16;
    const Dtype dtype = weights.dtype();
    weights = softmax_fp32(m, weights, wide);
    if (dtype == Dtype::fp16) weights = to(m, weights, dtype);
    const Tensor probabilities = dropout(m, weights, c.dropout);
    Tensor right = m.autocast ? to(m, v, *m.autocast) : v;
    Tensor left = m.autocast ? to(m, probabilities, *m.autocast) : probabilities;
    Tensor out = bmm(m, std::move(left), std::move(right), output_of(c));
    return_weights(m, c, weights);
    return contiguous(m, std::move(out), c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
}

Tensor Decoder::neox_japanese_scores(Machine &m, const AttentionCall &c, const Tensor &q, const Tensor &k, const Tensor &v,
                                     const Shared &shared)
{
    const Tensor zeros = m.empty(scores_of(c), q.dtype(), "zeros"); // what baddbmm adds to, named until the end
    Tensor scores;
    { // backward multiplies both gradients with alpha; autocast casts the last argument first
        Tensor right = copied_back(m, k), left = copied_back(m, q), added = zeros;
        if (m.autocast)
            for (Tensor *argument : {&right, &left, &added}) *argument = to(m, *argument, *m.autocast);
        scores = bmm(m, std::move(left), std::move(right), scores_of(c));
    }
    if (shared.mask.tensor.defined()) scores = add(m, scores, shared.mask.tensor);
    Tensor weights = softmax(m, m.autocast ? to(m, scores, Dtype::fp32) : scores, m.autocast ? Dtype::fp32 : scores.dtype());
    weights = dropout(m, std::move(weights), c.dropout);
    weights = to(m, weights, v.dtype());
    Tensor out = matmul_heads(m, {weights}, {v, c.strided_values}, output_of(c));
    if (m_forward) m_returning = weights;
    return_weights(m, c, weights);
    return out;
}

void Decoder::turn_codegen(Machine &m, const AttentionSpec &a, Tensor &q, Tensor &k, const Shared &shared,
                           std::vector<Tensor> &held)
{
    const Shape q_whole = q.shape(), k_whole = k.shape();
    const Count dim = a.rotary_dim;
    const Tensor table = m.empty({shared.inputs.position_rows, 1, shared.inputs.length, dim}, Dtype::fp32, "index");
    Tensor k_turned = narrow(m, k, k_whole.with_last(dim));
    const Tensor k_rest = narrow(m, k, k_whole.with_last(k_whole.last() - dim));
    Tensor q_turned = narrow(m, q, q_whole.with_last(dim));
    const Tensor q_rest = narrow(m, q, q_whole.with_last(q_whole.last() - dim));
    k_turned = apply_rotary_codegen(m, k_turned, table);
    q_turned = apply_rotary_codegen(m, q_turned, table);
    k = concatenate(m, k_turned, k_rest, k_whole);
    q = concatenate(m, q_turned, q_rest, q_whole);
    held = {table, k_turned, q_turned, k_rest, q_rest};
}

} // namespace plimsoll::step
