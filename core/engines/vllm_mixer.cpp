// SPDX-License-Identifier: GPL-3.0-or-later
// What attention and its substitutes hold of a batch: model_executor/layers/attention, mla, mamba.
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_pass.h"

namespace plimsoll::vllm {

Pass::Tensor Pass::mixer(const LayerSpec &spec)
{
    if (spec.extension && spec.extension->mixer.kind != MixerKind::none) return recurrence(spec.extension->mixer);
    if (spec.attention.kind == AttentionKind::latent) return latent(spec);
    return attention(spec);
}

Pass::Tensor Pass::attention(const LayerSpec &spec)
{
    const AttentionSpec &a = spec.attention;
    const Count q = r.shard(a.heads) * a.head_dim, kv = r.kv_heads(a) * a.head_dim;
    const Count v = r.kv_heads(a) * (a.v_head_dim ? a.v_head_dim : a.head_dim);
    const bool gated = makes_gate(spec.attention);
    const bool merged = a.fused.out == 0 && a.k.out > 0;
    const Tensor qkv = linear(m_hidden, q * (gated ? 2 : 1) + kv + v, a.fused.out ? a.fused : a.q,
                              merged ? r.stored_heads(a) : std::vector<Count>{});
    Tensor query, key, gate, sum;
    if (!r.eager) sum = take(m_hidden, "residual"); // compiled: no sum is made in place
    if (m_code == LayerCode::hub) {
        const Dtype turned = turns_in_float(r.model_type) ? Dtype::fp32 : r.dtype;
        if (a.rotary.dim > 0 && r.eager) {
            query = take(q, turned, "rotary");
            m_device.pass(m_tokens * 3 * kv * size_of(turned), "rotary");
            key = take(kv, turned, "rotary");
        }
        Tensor copies = take(q + kv + v, "contiguous");
        const Tensor out = take(q, "attention");
        copies.reset();
        return row_linear(q, a.o);
    }
    if (a.norms.q.kind != NormKind::none && norms_heads_in_float(r.model_type) && r.tensor == 1) { // over all heads, in float32
        const Tensor wide = take(q, Dtype::fp32, "q_norm"), other = take(kv, Dtype::fp32, "k_norm"),
                     square = take(q, Dtype::fp32, "q_norm");
        m_device.pass(m_tokens * q * 4, "q_norm");
    }
    if (a.norms.q.kind != NormKind::none) {
        query = take(q, "q_norm");
        key = take(kv, "k_norm");
    }
    if (turns_into_new_tensors(r.model_type)) { // Phi3LongRoPE: turned queries and keys are new tensors
        query = take(q, "rotary");
        key = take(kv, "rotary");
    }
    if (gated) gate = take(q, "gate");
    const Tensor value = norms_values(r.model_type) ? take(v, "v_norm") : Tensor{};
    Tensor out = take(r.shard(a.heads) * (a.v_head_dim ? a.v_head_dim : a.head_dim), "attention");
    if (gated) {
        const Tensor open = take(q, "sigmoid");
        out = take(q, "gated");
        return row_linear(q, a.o);
    }
    return row_linear(q, a.o);
}

Pass::Tensor Pass::sparse_latent(const AttentionSpec &a, const IndexerSpec &indexer, Count heads)
{
    const Tensor out = take(heads * a.v_head_dim, "attention");
    {
        // vllm/models/deepseek_v32: what the layer before gave is reduced by this one's norm, and its caller holds it until then
        const Tensor before = r.tensor > 1 ? take(m_hidden, "not yet reduced") : Tensor{};
        const Count width = indexer.heads * indexer.dim;
        const Tensor latent = take(a.latent.kv_lora_rank + a.latent.qk_rope_head_dim, "turned latent");
        const Tensor query = linear(a.latent.q_lora_rank, width, indexer.wq_b), small = take(width, Dtype::fp8, "indexer query");
        const Tensor absorbed = take(heads * a.latent.kv_lora_rank, "absorbed query"),
                     turned = take(heads * a.latent.qk_rope_head_dim, "turned query");
        const Tensor scores = m_device.hold(512 * mib, "indexer's scores", Component::activations);
        // sparse_attn_indexer.py, _reserve_row_shard_exchange_transient: ranks choose for a part of the rows each
        if (r.tensor > 1) m_device.pass(m_tokens * indexer.top_k * 8, "exchanged choices");
    }
    return row_linear(heads * a.v_head_dim, a.o);
}

Pass::Tensor Pass::latent(const LayerSpec &spec)
{
    const AttentionSpec &a = spec.attention;
    const Count heads = r.shard(a.heads), low = a.latent.kv_lora_rank + a.latent.qk_rope_head_dim,
                head = a.latent.qk_nope_head_dim + a.latent.qk_rope_head_dim;
    Tensor first = linear(m_hidden, low + a.latent.q_lora_rank, a.latent.kv_a), query_low;
    if (a.latent.q_lora_rank) query_low = take(a.latent.q_lora_rank, "q_a_norm");
    const Tensor query = linear(a.latent.q_lora_rank ? a.latent.q_lora_rank : m_hidden, heads * head,
                                a.latent.q_lora_rank ? a.latent.q_b : a.q),
                 normed = take(a.latent.kv_lora_rank, "kv_a_norm");
    if (spec.extension && spec.extension->indexer) return sparse_latent(a, *spec.extension->indexer, heads);
    const Tensor out = take(heads * a.v_head_dim, "attention");
    if (expands_latent_keys(r.model_type)) {
        const Tensor whole = take(heads * (a.latent.qk_nope_head_dim + a.v_head_dim), "kv_b"), k = take(heads * head, "key"),
                     v = take(heads * head, "value"), o = take(heads * head, "attention");
        return row_linear(heads * a.v_head_dim, a.o);
    }
    {
        // layers/attention/mla_attention.py: the largest chunk of a context, expanded
        const Count block = r.requests * r.block_tokens;
        const Count chunk = std::max(std::min(std::max(8 * r.context, 4 * block), Count{65536}), block);
        m_device.pass(chunk * heads * (a.latent.qk_nope_head_dim + a.v_head_dim) * r.width(), "context chunk");
    }
    return row_linear(heads * a.v_head_dim, a.o);
}

Pass::Tensor Pass::recurrence(const MixerSpec &spec)
{
    const Count inner = r.shard(spec.inner);
    switch (spec.kind) {
    case MixerKind::mamba: {
        const Tensor both = linear(m_hidden, 2 * inner, spec.linears.front()), scanned = take(inner, "scan");
        return row_linear(inner, spec.linears.back());
    }
    case MixerKind::mamba2: {
        const Count groups = spec.groups % r.tensor == 0 ? spec.groups : r.tensor;
        const Tensor all = linear(m_hidden, 2 * inner + r.shard(2 * groups * spec.state + spec.heads), spec.linears.front());
        const Tensor scanned = take(inner, "scan");
        {
            const Tensor gated = take(inner, Dtype::fp32, "norm"), square = take(inner, Dtype::fp32, "norm");
        }
        const Tensor normed = take(inner, "norm");
        return row_linear(inner, spec.linears.back());
    }
    case MixerKind::delta_net: {
        const Tensor all = linear(m_hidden, r.shard(2 * spec.groups * spec.state + 2 * spec.inner), spec.linears.front()),
                     both = take(r.shard(2 * spec.heads), "ba");
        // Qwen3-Next stores queries, keys and values in turns and takes them apart (fix_query_key_value_ordering)
        const Tensor pieces = take(pieces_of_net(r.model_type) * inner, "delta net");
        return row_linear(inner, spec.linears.back());
    }
    default: {
        const Tensor all = linear(m_hidden, 3 * inner, spec.linears.front()), mixed = take(2 * inner, "mixer");
        return row_linear(inner, spec.linears.back());
    }
    }
}

} // namespace plimsoll::vllm
