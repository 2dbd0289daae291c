// SPDX-License-Identifier: GPL-3.0-or-later
// Caches as vLLM's layers ask for them: v1/kv_cache_interface.py, platforms/interface.py (_align_hybrid_block_size), mamba_utils.py.
#include "core/engines/vllm_classes.h"
#include "core/engines/vllm_run.h"

#include "core/model/extension.h"

#include <algorithm>
#include <numeric>

namespace plimsoll::vllm {

namespace {

/// dsv32 and its like keep 656 bytes a token where the cache has one byte an element (kv_cache_interface.py, MLAAttentionSpec).
Bytes latent_token(const Run &run, const AttentionSpec &a)
{
    if (run.sparse_latent() && run.cache_width == 1) return 656; // fp8_ds_mla
    return (a.latent.kv_lora_rank + a.latent.qk_rope_head_dim) * run.cache_width;
}

struct Turbo {
    Count key_bits, value_bits; ///< keys of 8 bits are e4m3 and have no norm
};

/// layers/quantization/turboquant/config.py, TQ_PRESETS.
std::optional<Turbo> turbo_of(KvDtype kind)
{
    switch (kind) {
    case KvDtype::turboquant_k8v4: return Turbo{8, 4};
    case KvDtype::turboquant_4bit_nc: return Turbo{4, 4};
    case KvDtype::turboquant_k3v4_nc: return Turbo{3, 4};
    case KvDtype::turboquant_3bit_nc: return Turbo{3, 3};
    default: return std::nullopt;
    }
}

/// One head's key and value of a token as the back-ends pack them (customize_spec of v1/attention/backends: triton_attn.py,
/// flashinfer.py, turboquant_attn.py).
Bytes head_bytes(const Run &run, Count key, Count value)
{
    constexpr Bytes scales = Bytes{2} * 4;
    if (const std::optional<Turbo> turbo = turbo_of(run.cache)) {
        const Bytes keys = turbo->key_bits == 8 ? key : (key * turbo->key_bits + 7) / 8 + 2;
        return round_up(keys + (key * turbo->value_bits + 7) / 8 + 4, 2);
    }
    switch (run.cache) {
    case KvDtype::nvfp4: return key / 2 + key / 16 + value / 2 + value / 16;
    case KvDtype::int4: return key / 2 + value / 2 + scales;
    case KvDtype::int8:
    case KvDtype::fp8_per_token_head: return key + value + scales;
    default: return (key + value) * run.cache_width;
    }
}

/// mamba_utils.py: the convolution's columns and the state.
Bytes state_bytes(const Run &run, const MixerSpec &m)
{
    const Bytes width = run.convolution_width.value_or(run.width());
    const bool float_state = keeps_states_in_float(run.model_type);
    const Bytes state_width = run.state_width                                       ? *run.state_width
                              : takes_states_dtype(run.model_type) && m.state_dtype ? size_of(*m.state_dtype)
                              : float_state                                         ? 4
                                                                                    : width;
    const Count columns = m.kernel - 1 + (run.drafter.drafts() ? run.drafter.tokens : 0); // proposals may be taken back
    switch (m.kind) {
    case MixerKind::mamba: return run.shard(m.inner) * ((m.kernel - 1) * width + m.state * state_width);
    case MixerKind::mamba2: {
        const Count groups = m.groups % run.tensor == 0 ? m.groups : run.tensor;
        return run.shard(m.inner + 2 * groups * m.state) * columns * width + run.shard(m.inner) * m.state * state_width;
    }
    case MixerKind::delta_net:
    case MixerKind::kimi_delta: {
        const Count keys = m.groups * m.state;
        const bool kimi = m.kind == MixerKind::kimi_delta;
        return run.shard(2 * (kimi ? m.inner : keys) + m.inner) * columns * width +
               run.shard(m.inner) * m.state * (kimi ? 4 : state_width);
    }
    case MixerKind::short_conv: return run.shard(m.inner) * (m.kernel - 1) * width;
    case MixerKind::lightning: return run.shard(m.inner) * m.state * 4;
    default: return run.shard(m.inner) * (m.kernel - 1) * width;
    }
}

/// Tokens of the smallest block that the first back-end of platforms/cuda.py takes: FlashMLA's 64, FlashInfer's 32; on Hopper 0.33
/// prefers FlashAttention's where the cache is plain.
Count latent_block(const Run &run)
{
    const int major = run.card.capability_major;
    if (major < 9 || major > 10) return 16;
    if (run.sparse_latent()) return 64;
    if (major == 10) return run.release.second_runner ? 32 : 128;
    return run.cache_width == 1 || !run.release.second_runner ? 64 : 16;
}

/// gdn/qwen_gdn_linear_attn.py: FlashInfer's prefill writes states in the middle of a prefill, every 64 tokens; Triton's does not.
bool flashinfer_prefill(const Run &run, const MixerSpec &m)
{
    const int major = run.card.capability_major;
    return m.kind == MixerKind::delta_net && (run.capability() == 90 || ((major == 10 || major == 12) && m.state == 128));
}

/// `plain`: a layer that is left in the model's dtype.
KvLayer attention_layer(const Run &run, const AttentionSpec &a, bool plain)
{
    KvLayer out;
    out.block_tokens = run.block_tokens;
    if (a.kind == AttentionKind::latent && !run.release.latent_caches)
        out.token_bytes = run.shard(a.heads) * 2 * 256 * run.cache_width; // deepseek_v2.py pads queries, keys and values
    else if (a.kind == AttentionKind::latent && !expands_latent_keys(run.model_type)) {
        out.kind = KvKind::latent;
        out.token_bytes = latent_token(run, a);
    } else {
        const Count value = a.kind == AttentionKind::latent ? a.head_dim : a.v_head_dim ? a.v_head_dim : a.head_dim;
        out.token_bytes = run.kv_heads(a) * (plain ? (a.head_dim + value) * run.width() : head_bytes(run, a.head_dim, value));
        if (a.sliding_window && run.release.windows_apart) {
            out.kind = attends_in_chunks(run.model_type) ? KvKind::chunked : KvKind::sliding;
            out.window = *a.sliding_window;
        }
    }
    out.page = out.token_bytes * out.block_tokens;
    return out;
}

} // namespace

std::vector<KvLayer> kv_layers(Run &run)
{
    const DecoderSpec &spec = run.spec;
    const auto kind_of = [&spec](int i) -> const LayerSpec & { return spec.kinds[static_cast<std::size_t>(i)]; };
    Bytes state = 0, token = 0;
    Count alignment = 1, state_blocks = 2;
    bool latent = false;
    for (const LayerSpec &kind : spec.kinds) {
        if (kind.extension && kind.extension->mixer.kind != MixerKind::none) {
            const MixerSpec &m = kind.extension->mixer;
            state = std::max(state, state_bytes(run, m));
            const bool net_checkpoints = run.release.checkpoint_states && flashinfer_prefill(run, m);
            if (run.release.checkpoint_states && (m.kind == MixerKind::mamba2 || net_checkpoints)) state_blocks = 3;
            if (net_checkpoints) alignment = 64;
        }
        if (kind.attention.kind == AttentionKind::latent && !expands_latent_keys(run.model_type)) latent = true;
    }
    if (latent && run.release.latent_caches) run.block_tokens = std::max(run.block_tokens, latent_block(run));
    if (turbo_of(run.cache)) run.block_tokens = std::max<Count>(run.block_tokens, 32);
    // Gemma 4's masks look ahead within pictures: FlashAttention 3 with Triton beside it, whose one-byte caches have such blocks
    if (looks_ahead_in_pictures(run.model_type) && run.cache_width == 1 && run.card.capability_major == 9)
        run.block_tokens = std::max<Count>(run.block_tokens, 64);
    for (const LayerSpec &kind : spec.kinds)
        if (kind.attention.kind != AttentionKind::none && kind.attention.kind != AttentionKind::other) {
            token = attention_layer(run, kind.attention, false).token_bytes;
            break;
        }
    if (state > 0 && token > 0) {
        const Count unit = std::lcm(std::max<Count>(16, run.block_tokens), alignment);
        run.block_tokens = std::max(run.block_tokens, unit * ((state + unit * token - 1) / (unit * token)));
    } else if (state > 0) { // no prefix caching without attention: one state a request
        run.block_tokens = run.context;
        state_blocks = 1;
    }
    if (run.drafter.drafts()) state_blocks += run.drafter.tokens;
    std::vector<KvLayer> out;
    const std::size_t ends = std::min<std::size_t>(2, spec.layers.size() / 2);
    for (std::size_t i = run.begin; i < run.end; ++i) {
        const LayerSpec &kind = kind_of(spec.layers[i]);
        if (kind.extension && kind.extension->mixer.kind != MixerKind::none) {
            const Bytes bytes = state_bytes(run, kind.extension->mixer);
            out.push_back(
                {KvKind::state, run.block_tokens, token > 0 ? token * run.block_tokens : bytes, bytes, 0, state_blocks});
        }
        if (kind.attention.kind == AttentionKind::none || kind.attention.kind == AttentionKind::other) continue;
        if (kind.extension && kind.extension->gemma && kind.extension->gemma->sharing == KvSharing::reuse) continue;
        // TurboQuantConfig.get_boundary_skip_layers: two at either end of a model without states
        const bool plain = turbo_of(run.cache) && state == 0 && (i < ends || i + ends >= spec.layers.size());
        out.push_back(attention_layer(run, kind.attention, plain));
        if (kind.extension && kind.extension->indexer && !kind.extension->indexer->shared)
            out.push_back({KvKind::latent, run.block_tokens, run.block_tokens * 132, 132, 0});
    }
    for (const AttentionSpec &a : run.drafter.attention) out.push_back(attention_layer(run, a, false));
    return out;
}

KvLoad load_of(const Run &run, Count tokens)
{
    const bool two = run.release.second_runner;
    return {tokens, (two ? run.pipeline + 1 : run.pipeline) * run.batch, two};
}

} // namespace plimsoll::vllm
