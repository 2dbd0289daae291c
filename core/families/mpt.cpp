// SPDX-License-Identifier: GPL-3.0-or-later
// MPT's block (transformers 5.23, modeling_mpt.py): the attention's forward projects its own result and the MLP's adds the
// residual, so that all that these have names for is there meanwhile.
#include "core/families/decoder.h"

namespace plimsoll::step {

namespace {

/// Names of MptAttention.forward; members go backwards, as in bloom.cpp.
struct AttentionNames {
    Tensor output, context, weights, scores, value, key, query, fused;
};

} // namespace

Tensor Decoder::mpt_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Shared &shared)
{
    const ForwardInputs &inputs = shared.inputs;
    const AttentionSpec &a = layer.spec->attention;
    AttentionNames n;
    {
        Projected p = project(m, layer, x, shared);
        n.fused = std::move(p.named);
        n.query = std::move(p.q);
        n.key = std::move(p.k);
        n.value = std::move(p.v);
    }
    if (inputs.cache) update_cache(m, (*inputs.cache)[index], window_of(a), inputs, n.key, n.value);
    if (inputs.training_cache) keep_in_training(m, *inputs.training_cache, n.key, n.value);
    const Count keys = inputs.cache ? n.key.shape().size[2] : inputs.length;
    const AttentionCall c = call_of(a, inputs, keys, inputs.training ? layer.spec->attention_dropout : 0.0);
    const Shape square{c.batch, c.heads, c.queries, c.keys};
    n.scores = matmul_heads(m, {n.query, c.queries > 1}, {n.key, c.strided_keys}, square);
    n.scores = scale(m, std::move(n.scores));
    n.scores = add(m, n.scores, shared.alibi.view({1, c.heads, 1, c.keys}));
    if (shared.mask.tensor.defined()) n.scores = fill_masked(m, n.scores);
    n.weights = to(m, softmax(m, to(m, n.scores, Dtype::fp32), Dtype::fp32), n.value.dtype());
    n.weights = dropout(m, n.weights, c.dropout);
    n.context = matmul_heads(m, {n.weights}, {n.value, c.strided_values}, {c.batch, c.heads, c.queries, c.v_head_dim});
    if (m_forward) m_returning = n.weights;
    return_weights(m, c, n.weights);
    n.context = view_of_strided(m, std::move(n.context), c.batch > 1); // torch.matmul's own view of rows and heads
    n.context = contiguous(m, n.context, c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
    n.output = layer.o.forward(m, n.context);
    return n.output;
}

Tensor Decoder::mpt_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    const double rate = shared.inputs.training ? layer.spec->dropout : 0.0;
    Tensor normed = layer.input_norm.forward(m, input);
    Tensor attended = mpt_attention(m, layer, index, normed, shared);
    Tensor hidden = add(m, dropout(m, attended, rate), input);
    normed = layer.post_attention_norm.forward(m, hidden);
    Tensor out;
    {
        Tensor wide = activate(m, layer.up.forward(m, normed), layer.spec->mlp.activation);
        const Tensor fed = layer.down.forward(m, wide);
        out = add(m, dropout(m, fed, rate), hidden);
        wide.reset();
    }
    for (Tensor *name : {&normed, &hidden, &attended, &m_weights}) name->reset(); // in the frame's order
    return out;
}

} // namespace plimsoll::step
