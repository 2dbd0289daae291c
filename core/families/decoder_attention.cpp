// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder.h"

#include <utility>

// Attention of the families whose classes do not go through ALL_ATTENTION_FUNCTIONS (transformers 5.23,
// modeling_falcon.py, modeling_mpt.py, modeling_gpt_neo.py, modeling_gptj.py). Names live until the forward returns.

namespace plimsoll::step {

namespace {

Shape scores_of(const AttentionCall &c) { return {c.batch, c.heads, c.queries, c.keys}; }
Shape output_of(const AttentionCall &c) { return {c.batch, c.heads, c.queries, c.v_head_dim}; }

/// [batch, heads, length, dim] back to [batch, length, heads · dim]: a copy but for one token.
Tensor merge_heads(Machine &m, Tensor x, const AttentionCall &c)
{
    x = view_of_strided(m, std::move(x), c.batch > 1); // torch.matmul's own view of rows and heads
    return contiguous(m, std::move(x), c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
}

} // namespace

Tensor Decoder::falcon_attention(Machine &m, const AttentionCall &call, Tensor q, Tensor k, Tensor v, const Shared &shared,
                                 Dtype dtype)
{
    const bool alibi = shared.alibi.defined();
    AttentionCall c = call;
    if (!alibi) c.dropout = 0.0; // applied with ALiBi only
    c.broadcast_keys = c.heads != c.kv_heads;
    const bool asked = shared.inputs.attentions != nullptr; // `== "sdpa" and not output_attentions`, else its own lines
    if (shared.inputs.backend == AttentionBackend::sdpa && !asked) return torch_sdpa(m, q, k, v, shared.mask.tensor, c);
    if (c.broadcast_keys) { // matmul broadcasts the one head
        k = expand_heads(m, k, c);
        v = expand_heads(m, v, c);
    }
    const bool expanded = c.broadcast_keys;
    Tensor scores = matmul_heads(m, {q, c.fresh_query && c.queries > 1}, {k, expanded || c.strided_keys}, scores_of(c));
    Tensor sum, product; // `matmul_result`
    if (alibi) {
        product = scores;
        scores = to(m, std::move(scores), Dtype::fp32);
        Tensor logits = add(m, scores, shared.alibi.view({c.batch, c.heads, 1, c.keys}));
        logits = scale_in_place(m, std::move(logits));
        sum = add(m, logits, shared.mask.tensor);
        sum = softmax_fp32(m, std::move(sum), dtype == Dtype::fp32);
    } else {
        scores = scale_in_place(m, std::move(scores));
        sum = add(m, scores, shared.mask.tensor);
        sum = softmax_fp32(m, std::move(sum), dtype == Dtype::fp32);
    }
    if (sum.dtype() != dtype) sum = to(m, std::move(sum), dtype);
    const Tensor weights = dropout(m, std::move(sum), c.dropout);
    Tensor out = matmul_heads(m, {weights}, {v, expanded || c.strided_values}, output_of(c));
    if (m_forward) m_returning = weights;
    return_weights(m, c, weights);
    return merge_heads(m, std::move(out), c);
}

Tensor Decoder::float_scores(Machine &m, const AttentionCall &c, Tensor q, Tensor k, Tensor v, const Shared &shared,
                             bool own_mask)
{
    const Tensor query = to(m, q, Dtype::fp32), key = to(m, k, Dtype::fp32);
    Tensor scores = matmul_heads(m, {query, c.queries > 1}, {key, c.strided_keys}, scores_of(c));
    if (own_mask) {
        const Tensor lowest = m.empty({1}, scores.dtype(), "mask_value");
        scores = fill_masked(m, scores);
    }
    const bool masked_first = m_forms.attention == AttentionForm::codegen; // divides what the mask's dtype made of the scores
    if (!own_mask && !masked_first) scores = scale(m, scores);
    if (shared.mask.tensor.defined()) scores = add(m, scores, shared.mask.tensor);
    if (masked_first) scores = scale(m, scores);
    scores = softmax_fp32(m, scores, m.autocast.has_value());
    Tensor weights = to(m, scores, v.dtype());
    scores.reset();
    weights = dropout(m, weights, c.dropout);
    Tensor out = matmul_heads(m, {weights}, {v, c.strided_values}, output_of(c));
    if (m_forward) m_returning = weights;
    return_weights(m, c, weights);
    return out;
}

Tensor Decoder::own_attention(Machine &m, const AttentionSpec &a, Tensor q, Tensor k, Tensor v, const Shared &shared, Count keys,
                              double dropout_rate, Dtype input)
{
    const AttentionCall call = call_of(a, shared.inputs, keys, dropout_rate);
    const bool own_mask = m_forms.attention == AttentionForm::gpt_neo;
    switch (m_forms.attention) {
    case AttentionForm::falcon: return falcon_attention(m, call, std::move(q), std::move(k), std::move(v), shared, input);
    case AttentionForm::openai: return openai_attention(m, call, std::move(q), std::move(k), std::move(v), shared);
    case AttentionForm::xglm: return xglm_attention(m, call, std::move(q), std::move(k), std::move(v), shared);
    case AttentionForm::neox_japanese: return merge_heads(m, neox_japanese_scores(m, call, q, k, v, shared), call);
    default: // `_attn` has returned, and its names are gone, when the heads are merged
        return merge_heads(m, float_scores(m, call, std::move(q), std::move(k), std::move(v), shared, own_mask), call);
    }
}

} // namespace plimsoll::step
