// SPDX-License-Identifier: GPL-3.0-or-later
// BLOOM's block (transformers 5.23, modeling_bloom.py): the residual is added inside the attention's forward and the MLP's, so
// that all that these have names for is there meanwhile.
#include "core/families/decoder.h"

namespace plimsoll::step {

namespace {

/// Names of BloomAttention.forward. They go when it returns, in the order in which they were first assigned, as a Python frame
/// lets them; members are declared the other way round, since they go backwards.
struct AttentionNames {
    Tensor output, context, probabilities, weights, scores, value, key, query, fused;
};

} // namespace

Tensor Decoder::bloom_attention(Machine &m, Layer &layer, std::size_t index, const Tensor &x, const Tensor &residual,
                                const Shared &shared)
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
    // reshape(batch · heads, …): strided views of more than one sequence are copied
    const bool copies = c.batch > 1;
    const Dtype dtype = n.query.dtype();
    n.query = contiguous(m, std::move(n.query), copies && c.queries > 1);
    n.key = contiguous(m, std::move(n.key), copies && c.strided_keys);
    n.value = contiguous(m, std::move(n.value), copies && c.strided_values);
    n.scores = baddbmm(m, shared.alibi, n.query, n.key, {c.batch, c.heads, c.queries, c.keys});
    n.weights = n.scores;
    if (shared.mask.tensor.defined()) n.weights = add(m, n.scores, shared.mask.tensor);
    n.probabilities = to(m, softmax_fp32(m, n.weights, true), dtype);
    n.probabilities = dropout(m, n.probabilities, c.dropout);
    n.context = bmm(m, n.probabilities, n.value, {c.batch, c.heads, c.queries, c.v_head_dim});
    if (m_forward) m_returning = n.probabilities;
    return_weights(m, c, n.probabilities);
    n.context = view_of_strided(m, std::move(n.context), copies && c.queries > 1); // _merge_heads' view of rows and heads
    n.context = contiguous(m, n.context, c.queries > 1).view({c.batch, c.queries, c.heads * c.v_head_dim});
    n.output = layer.o.forward(m, n.context);
    if (residual.defined()) n.output = add(m, residual, dropout(m, n.output, inputs.training ? layer.spec->dropout : 0.0));
    return n.output;
}

Tensor Decoder::bloom_layer(Machine &m, Layer &layer, std::size_t index, const Tensor &input, const Shared &shared)
{
    Tensor normed = layer.input_norm.forward(m, input);
    const Tensor attended = bloom_attention(m, layer, index, normed, input, shared);
    normed = layer.post_attention_norm.forward(m, attended);
    Tensor out;
    {
        const Tensor hidden = bloom_gelu(m, layer.up.forward(m, normed));
        Tensor fed = layer.down.forward(m, hidden);
        out = add(m, attended, dropout(m, fed, shared.inputs.training ? layer.spec->dropout : 0.0));
    }
    normed.reset(); // it was named before the attention's output
    return out;
}

} // namespace plimsoll::step
