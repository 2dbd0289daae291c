// SPDX-License-Identifier: GPL-3.0-or-later
// What runs in the slack that SGLang leaves beside weights and pools. It measures none of it: these are estimates by mechanism.
#include "core/engines/sglang_classes.h"
#include "core/engines/sglang_run.h"

#include "core/replay/allocator_options.h"

#include <algorithm>

namespace plimsoll::sglang {

namespace {

/// Of one layer: numbers a token that live at once beside the residual and what is normalised of it.
Count numbers_of_mixing(const Run &run, const LayerSpec &layer)
{
    const AttentionSpec &a = layer.attention;
    if (a.kind == AttentionKind::latent) {
        const Count heads = run.shard(a.heads), row = a.latent.kv_lora_rank + a.latent.qk_rope_head_dim;
        // queries in the latent space, attention's result there, and both latent projections
        return heads * (a.latent.qk_nope_head_dim + a.latent.qk_rope_head_dim + row + a.latent.kv_lora_rank) +
               a.latent.q_lora_rank + row;
    }
    if (a.kind == AttentionKind::grouped) {
        const Count heads = run.shard(a.heads) * a.head_dim;
        return heads * (makes_gate(a) ? 3 : 2) + 2 * run.kv_heads(a) * a.head_dim;
    }
    if (layer.extension && layer.extension->mixer.kind != MixerKind::none) {
        const MixerSpec &m = layer.extension->mixer;
        return run.shard(4 * m.inner + 4 * m.groups * m.state); // projections, the convolution's result, the recurrence's
    }
    return 0;
}

/// fused_moe.py: three intermediate caches of every choice; a gated MLP: what is merged, and its product.
Count numbers_of_mlp(const Run &run, const MlpSpec &mlp)
{
    switch (mlp.kind) {
    case MlpKind::moe: {
        const MoeSpec &moe = mlp.moe;
        const Count width = run.expert_width(moe), chosen = moe.top_k;
        const Count first = chosen * width * (moe.gated ? 3 : 2), second = chosen * (width + run.spec.hidden);
        return std::max(first, second) + run.spec.hidden + moe.experts * 2;
    }
    case MlpKind::gated:
    case MlpKind::gated_fused: return run.shard_beside(mlp.down.in) * 3;
    case MlpKind::plain: return run.shard_beside(mlp.down.in) * 2;
    default: return 0;
    }
}

/// cuBLAS's workspace, which a capture takes anew.
Bytes library_workspace(const Run &run) { return run.card.capability_major >= 9 ? 32 * mib : 8519680; }

} // namespace

Sizes workspaces_of(const Run &run, const Pools &pools)
{
    Sizes out;
    if (run.attention == "flashinfer") { // flashinfer_backend.py; FlashInfer's plans take 8 MiB each for prefills and decodes
        const bool large = has_larger_workspace(run.model_type);
        out.emplace_back((large ? 512 : 384) * mib);
        for (int i = 0; i < 4; ++i) out.emplace_back(8 * mib);
        out.emplace_back((pools.requests + 1) * 4 * 4);
    } else if (run.attention == "trtllm_mha") {
        out.emplace_back(512 * mib);
    } else if (run.attention == "trtllm_mla") {
        out.emplace_back(150 * mib);
    } else if (run.attention == "triton") { // triton_backend.py: partial results of eight splits, of the largest decode graph
        Count width = 0;
        for (const LayerSpec &layer : run.spec.kinds)
            width = std::max(width, run.shard(layer.attention.heads) * (layer.attention.kind == AttentionKind::latent
                                                                            ? layer.attention.latent.kv_lora_rank
                                                                            : layer.attention.head_dim));
        if (width > 0) out.emplace_back(run.decode_batch * 8 * (width + 1) * 4);
    }
    out.emplace_back(library_workspace(run));
    return out;
}

Bytes pass_of(const Run &run, Count tokens, Count rows)
{
    Count most = 0;
    for (std::size_t i = run.begin; i < run.end; ++i) {
        const LayerSpec &layer = run.layer(i);
        // behind attention every copy's tokens are gathered (layers/dp_attention.py, dp_gather_partial)
        const Count gathered = run.copies > 1 ? run.copies * run.spec.hidden : 0;
        most = std::max({most, numbers_of_mixing(run, layer), numbers_of_mlp(run, layer.mlp) * run.copies + gathered});
    }
    const Count beside =
        (run.expert_ranks() > 1 ? 3 : 2) * run.spec.hidden; // the sum, what is normalised, the result of an all-reduce
    const Bytes layers = tokens * (most + beside) * run.width();
    // logits in the weights' dtype and in float32, and a probability of each
    const Bytes logits = run.last() ? rows * run.vocab * (run.width() + 8) : 0;
    return std::max(layers, tokens * run.spec.hidden * run.width() + logits);
}

Bytes graphs_of(const Run &run)
{
    if (run.decode_graphs == 0 && run.prefill_graphs == 0) return 0;
    const Bytes largest = std::max(pass_of(run, run.decode_batch, run.decode_batch), pass_of(run, run.prefill_tokens, 0));
    return segment_bytes(largest) + library_workspace(run) + 20 * mib + run.decode_graphs * mib + run.prefill_graphs * 8 * mib;
}

} // namespace plimsoll::sglang
