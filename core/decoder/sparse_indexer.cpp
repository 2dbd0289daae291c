// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder_pieces.h"
#include "core/nn/experts/router_ops.h"

#include <utility>

// Sparse attention of DeepSeek V3.2 and GLM-5 (transformers 5.23, models/deepseek_v32, models/glm_moe_dsa): an indexer, run
// without gradients, chooses keys; eager and sdpa read all keys under a mask of each layer's own.

namespace plimsoll::step {

namespace {

/// torch.matmul(q.float(), k.transpose(-1, -2).float().unsqueeze(1)), which autocast takes to its own dtype; several
/// sequences' keys are copied for every query.
Tensor score(Machine &m, const Tensor &q, const Tensor &k, Shape shape)
{
    const Tensor wide_left = to(m, q, Dtype::fp32), wide_right = to(m, k, Dtype::fp32);
    const Dtype dtype = m.autocast.value_or(Dtype::fp32);
    const Tensor left = to(m, wide_left, dtype), right = to(m, wide_right, dtype);
    Tensor copy;
    const Count batch = shape.size[0], length = shape.size[1];
    if (batch > 1) copy = m.empty({batch * length, k.shape().last(), shape.last()}, right.dtype(), "expand");
    Tensor out = m.empty(shape, left.dtype(), "matmul");
    cublas_workspace(m);
    return out;
}

} // namespace

Tensor choose_keys(Machine &m, Layer &layer, const Tensor &x, const Tensor &q_residual, const Pass &pass, LayerCache *cache)
{
    const IndexerSpec &spec = *layer.spec->extension->indexer;
    const Count b = pass.inputs.batch, s = pass.inputs.length;
    if (spec.shared) return pass.names.chosen;
    const bool grad = std::exchange(m.grad_enabled, false);
    const Count rope = layer.spec->attention.latent.qk_rope_head_dim;
    const Tensor &cos = pass.positional.cos, &sin = pass.positional.sin;
    Tensor q = layer.indexer->wq_b.forward(m, q_residual).view({b, spec.heads, s, spec.dim});
    Tensor k = layer.indexer->wk.forward(m, x);
    k = layer.indexer->k_norm.forward(m, std::move(k)).view({b, 1, s, spec.dim});
    const Tensor q_whole = q, k_whole = k; // their parts keep their names
    Tensor q_rot = narrow(m, q, q.shape().with_last(rope)), k_rot = narrow(m, k, k.shape().with_last(rope));
    {
        std::vector<Tensor> held;
        if (spec.interleaved) {
            q_rot = apply_rotary_pairs(m, q_rot, cos, sin);
            k_rot = apply_rotary_pairs(m, k_rot, cos, sin);
        } else {
            apply_rotary(m, q_rot, k_rot, cos, sin, TurnForm::halves, RotaryJoin::none, rope, held);
        }
        q = m.empty(q.shape(), q.dtype(), "cat");
        k = m.empty(k.shape(), k.dtype(), "cat");
    }
    Count keys = s;
    if (cache) {
        keys = pass.inputs.static_length > 0 ? pass.inputs.static_length : pass.inputs.past + s;
        cache->indexer = m.empty({b, keys, spec.dim}, k.dtype(), "kv_cache", Component::kv_cache);
        k = cache->indexer;
    }
    Tensor scores = score(m, q, k, {b, s, spec.heads, keys});
    scores = scale(m, std::move(scores));
    scores = pointwise(m, std::move(scores), "relu", true);
    Tensor weights = to(m, layer.indexer->weights.forward(m, x), Dtype::fp32);
    weights = scale(m, std::move(weights));
    Tensor chosen;
    {
        Tensor index_scores = m.empty({b, s, keys}, scores.dtype(), "matmul");
        cublas_workspace(m);
        const Tensor inverted = m.empty({b, s, keys}, Dtype::boolean, "bitwise_not");
        index_scores = m.empty({b, s, keys}, scores.dtype(), "masked_fill");
        const TopK best = topk(m, index_scores, std::min(spec.top_k, keys));
        chosen = m.empty(best.indices.shape(), Dtype::int32, "to");
    }
    m.grad_enabled = grad;
    return chosen;
}

AttentionMask sparse_mask(Machine &m, const Pass &pass, Count keys, std::vector<Tensor> &held)
{
    const ForwardInputs &in = pass.inputs;
    const Shape square{in.batch, 1, in.length, keys};
    Tensor masked;
    {
        const Tensor wide = m.empty(pass.names.chosen.shape(), Dtype::int64, "long");
        const Tensor ones = m.empty(square, Dtype::boolean, "new_ones");
        masked = m.empty(square, Dtype::boolean, "scatter");
    }
    held.push_back(masked);
    if (in.backend == AttentionBackend::eager) return {m.empty(square, pass.mask.tensor.dtype(), "masked_fill")};
    const Tensor kept = m.empty(square, Dtype::boolean, "bitwise_not");
    return {m.empty(square, Dtype::boolean, "and")};
}

} // namespace plimsoll::step
