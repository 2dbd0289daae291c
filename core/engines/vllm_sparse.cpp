// SPDX-License-Identifier: GPL-3.0-or-later
// What vLLM keeps for attention that chooses its keys (DeepSeek V3.2's indexer).
#include "core/engines/vllm_run.h"
#include "core/model/extension.h"

namespace plimsoll::vllm {

Sizes sparse_choices(const Run &run)
{
    Sizes out;
    if (!run.sparse_latent() || !run.release.second_runner) return out;
    const auto indexer_of = [&run](std::size_t i) -> const IndexerSpec * {
        const LayerSpec &layer = run.spec.kinds[static_cast<std::size_t>(run.spec.layers[i])];
        return layer.extension && layer.extension->indexer ? &*layer.extension->indexer : nullptr;
    };
    for (std::size_t i = run.begin; i < run.end; ++i) {
        const IndexerSpec *indexer = indexer_of(i);
        if (!indexer) continue;
        if (out.empty()) out.push_back(run.batch * indexer->top_k * 4);
        if (indexer->shared && i != run.begin) continue;
        out.push_back((run.requests + 1) * indexer->top_k * 4);
        out.push_back((run.requests + 1) * 4);
    }
    return out;
}

Bytes sparse_workspace(const Run &run)
{
    const LatentAttentionSpec &latent = run.spec.kinds.front().attention.latent;
    const int major = run.card.capability_major;
    if (!run.sparse_latent() || !run.release.second_runner || (major != 9 && major != 10)) return 0;
    const Count heads = run.shard(run.spec.kinds.front().attention.heads), padded = round_up(heads, 64),
                width = latent.kv_lora_rank + latent.qk_rope_head_dim;
    const auto tensor = [](Count rows, Count between, Count columns) { return round_up(rows * between * columns * 2, 256); };
    if (run.cache_width != 1) return tensor(run.batch, padded, width);
    return tensor(run.batch, heads, width) + tensor(5 * run.context, 1, width) + tensor(run.batch, padded, width) +
           tensor(run.batch, padded, latent.kv_lora_rank) + tensor(run.batch, heads, latent.kv_lora_rank);
}

} // namespace plimsoll::vllm
