// SPDX-License-Identifier: GPL-3.0-or-later
// Caches as SGLang 0.5.23 lays them out: mem_cache/kv_cache_configurator.py, memory_pool.py, swa_memory_pool.py,
// model_executor/pool_configurator.py, configs/mamba_utils.py.
#include "core/engines/sglang_classes.h"
#include "core/engines/sglang_run.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace plimsoll::sglang {

namespace {

constexpr Bytes rows_of_index = 132; ///< 128 keys of one byte and a scale of four (DSATokenToKVPool)

/// is_hybrid_swa_model, by model type, and what turns it off.
bool has_window_pool(const Run &run)
{
    if (!run.release.window_pools) return false;
    if (has_window_pool_if_released(run.model_type)) return run.release.windows_of_gpt_oss;
    return has_window_pool_ever(run.model_type);
}

const MixerSpec *sglang_pools_mixer_of(const LayerSpec &layer)
{
    return layer.extension && layer.extension->mixer.kind != MixerKind::none ? &layer.extension->mixer : nullptr;
}

struct State {
    Bytes convolution = 0, state = 0;
};

/// One layer's slot: the convolution's last columns in bf16 and the state in float32, whatever the weights' dtype (Mamba2StateShape,
/// KimiLinearStateShape, mamba2_state_dtype). --mamba-ssm-dtype says the state's.
State state_of(const Run &run, const MixerSpec &m)
{
    const Bytes width = run.state_width.value_or(4);
    const Count columns = (m.kernel - 1) * 2;
    const Count groups = m.groups % run.tensor == 0 ? m.groups : run.tensor;
    switch (m.kind) {
    case MixerKind::mamba: return {run.shard(m.inner) * columns, run.shard(m.inner) * m.state * width};
    case MixerKind::short_conv: return {run.shard(m.inner) * columns, 0};
    case MixerKind::kimi_delta: return {run.shard(3 * m.inner) * columns, run.shard(m.inner) * m.state * width};
    case MixerKind::lightning: return {0, run.shard(m.inner) * m.state * width};
    default: return {run.shard(m.inner + 2 * groups * m.state) * columns, run.shard(m.inner) * m.state * width};
    }
}

bool sglang_pools_attends(const LayerSpec &layer)
{
    return layer.attention.kind != AttentionKind::none && layer.attention.kind != AttentionKind::other;
}

/// get_hybrid_layer_ids; a chunk is a window there.
Count window_of(const Run &run, std::size_t layer)
{
    if (attends_in_chunks(run.model_type)) return (layer + 1) % 4 != 0 ? 8192 : 0;
    return run.layer(layer).attention.sliding_window.value_or(0);
}

/// supports_mamba_cache_extra_buffer: the others cannot overlap schedules, and need a state less for it.
bool overlaps(const Run &run) { return overlaps_states(run.model_type); }

Count down(Count tokens, Count page) { return tokens / page * page; }

Bytes keys_and_values(Bytes cell, Count tokens, Count page) { return cell * (tokens + page); }

/// pool_configurator.py: numbers of one token, and the scales of their blocks.
Bytes cached(const Run &run, Count numbers)
{
    const Bytes plain = run.cache_halved ? numbers / 2 : numbers * run.cache_width;
    return run.cache_block > 0 ? plain + numbers / run.cache_block : plain;
}

} // namespace

/// Layers that draft are taken to cache as much as the target's (pool_configurator.py).
static void add_drafter(const Run &run, Cells &cells)
{
    const Count layers = run.latent_row > 0 ? cells.full_buffers : cells.full_buffers / 2;
    const auto drafts = static_cast<Count>(run.drafter.attention.size());
    if (drafts == 0 || layers == 0) return;
    cells.full += cells.full / layers * drafts;
    cells.keys += cells.keys / layers * drafts;
    cells.full_buffers += cells.full_buffers / layers * drafts;
}

Cells cells_of(const Run &run)
{
    Cells out;
    const bool split = has_window_pool(run);
    for (std::size_t i = run.begin; i < run.end; ++i) {
        const LayerSpec &layer = run.layer(i);
        if (const MixerSpec *mixer = sglang_pools_mixer_of(layer)) {
            const State state = state_of(run, *mixer);
            out.convolution += state.convolution;
            out.state += state.state;
            out.recurrent = true;
        }
        if (!sglang_pools_attends(layer)) continue;
        const AttentionSpec &a = layer.attention;
        if (a.kind == AttentionKind::latent) {
            out.full += run.latent_row;
            ++out.full_buffers;
            if (const LayerExtension *more = layer.extension.get(); more && more->indexer && !more->indexer->shared)
                out.full += rows_of_index;
            continue;
        }
        const Bytes keys = cached(run, run.kv_heads(a) * a.head_dim),
                    values = cached(run, run.kv_heads(a) * (a.v_head_dim ? a.v_head_dim : a.head_dim));
        const Count window = split ? window_of(run, i) : 0;
        (window ? out.windowed : out.full) += keys + values;
        (window ? out.windowed_keys : out.keys) += keys;
        (window ? out.windowed_buffers : out.full_buffers) += 2;
        out.window = std::max(out.window, window);
    }
    add_drafter(run, out);
    if (out.recurrent) out.request_states = overlaps(run) && run.release.extra_states ? 5 : 3;
    return out;
}

Pools pools_of(const Run &run, const Cells &cells, Bytes budget)
{
    Pools out;
    out.left = budget;
    const Bytes slot = cells.convolution + cells.state;
    if (cells.recurrent && slot > 0) {
        const auto states = static_cast<Bytes>(static_cast<double>(budget) * state_ratio / (1 + state_ratio));
        out.states = run.states.value_or((states - (run.release.padding_states ? slot : 0)) / slot);
        out.left -= (out.states + (run.release.padding_states ? 1 : 0)) * slot;
        if (out.states <= 0) return out;
        out.state_bytes = (out.states + 1) * slot;
    }
    if (out.left <= 0) return out;
    const bool windowed_alone = cells.full == 0 && cells.windowed > 0;
    const double cell = windowed_alone ? static_cast<double>(cells.windowed)
                                       : static_cast<double>(cells.full) + window_ratio * static_cast<double>(cells.windowed);
    out.tokens = down(cell > 0 ? static_cast<Count>(static_cast<double>(out.left) / cell) : run.context, run.page);
    if (run.most_tokens) out.tokens = std::min(out.tokens, down(*run.most_tokens, run.page));
    if (cells.windowed > 0)
        out.windowed_tokens =
            windowed_alone ? out.tokens : down(static_cast<Count>(static_cast<double>(out.tokens) * window_ratio), run.page);
    if (out.tokens <= 0) return out;
    // resolve_max_num_reqs
    const auto guess = static_cast<Count>(static_cast<double>(out.tokens) / static_cast<double>(run.context) * 512);
    out.requests = std::min(run.requests.value_or(std::clamp<Count>(guess, 2048, 4096)), out.tokens / 2);
    if (out.states > 0) out.requests = std::min(out.requests, out.states / cells.request_states);
    if (!windowed_alone) out.key_values += keys_and_values(cells.full, out.tokens, run.page);
    if (cells.windowed > 0) out.key_values += keys_and_values(cells.windowed, out.windowed_tokens, run.page);
    return out;
}

Bytes cache_of(const Run &run, const Cells &cells, Count tokens, Count requests)
{
    const Count paged = (tokens + run.page - 1) / run.page * run.page * requests;
    const bool windowed_alone = cells.full == 0 && cells.windowed > 0;
    const auto windowed = windowed_alone ? paged : static_cast<Count>(std::ceil(static_cast<double>(paged) * window_ratio));
    return cells.full * paged + cells.windowed * windowed;
}

Sizes tables_of(const Run &run, const Pools &pools)
{
    Sizes out;
    out.emplace_back((pools.requests + 1) * (run.context + 4) * 4); // req_to_token
    out.emplace_back((pools.tokens / run.page + 1) * 8);            // free_pages
    if (pools.windowed_tokens > 0) {
        out.emplace_back((pools.windowed_tokens / run.page + 1) * 8);
        out.emplace_back((pools.tokens + 2 * run.page) * 8); // full_to_swa_index_mapping
    }
    return out;
}

} // namespace plimsoll::sglang
