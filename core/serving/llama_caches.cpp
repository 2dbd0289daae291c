// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, src/llama-kv-cache.cpp, llama-kv-cache-iswa.cpp, llama-memory-recurrent.cpp, llama-hparams.cpp
#include "core/model/extension.h"
#include "core/serving/llama_classes.h"
#include "core/serving/llama_graph.h"
#include "core/serving/llama_start.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Of one sequence: what the convolution and the recurrence keep, in f32 (n_embd_r, n_embd_s).
Bytes state_bytes(const MixerSpec &m)
{
    const Count past = std::max<Count>(m.kernel - 1, 0);
    switch (m.kind) {
    case MixerKind::none: return 0;
    case MixerKind::short_conv: return past * m.inner * 4;
    case MixerKind::mamba: return (past * m.inner + m.state * m.inner) * 4;
    case MixerKind::kimi_delta: return (3 * past * m.inner + m.state * m.inner) * 4;
    case MixerKind::lightning: return m.state * m.inner * 4;
    default: return (past * (m.inner + 2 * m.groups * m.state) + m.state * m.inner) * 4;
    }
}

} // namespace

Bytes llama_token_bytes(const AttentionSpec &a, const LlamaCall &call)
{
    if (a.kind == AttentionKind::none) return 0;
    if (a.kind == AttentionKind::latent) {
        if (call.build.latent_cache) return ggml_row_bytes(call.keys, a.latent.kv_lora_rank + a.latent.qk_rope_head_dim);
        return ggml_row_bytes(call.keys, a.heads * (a.latent.qk_nope_head_dim + a.latent.qk_rope_head_dim)) +
               ggml_row_bytes(call.values, a.heads * a.v_head_dim);
    }
    return ggml_row_bytes(call.keys, gguf_kv_heads(a) * a.head_dim) +
           ggml_row_bytes(call.values, gguf_kv_heads(a) * a.v_head_dim);
}

Count llama_snapshots(const LlamaCall &call)
{
    // common_params_speculative::need_n_rs_seq
    const bool by_layers = call.draft.method == SpeculativeMethod::mtp || call.draft.method == SpeculativeMethod::eagle3;
    return by_layers && llama_class(call.architecture.model_type).rolls_back ? 1 + call.draft.tokens : 1;
}

LlamaCaches llama_caches(const LlamaCall &call, bool flash)
{
    const DecoderSpec &decoder = *call.architecture.decoder;
    const LlamaBuild &build = call.build;
    LlamaCaches out;
    // a server without -np: four slots in one cache (2026); before, one slot
    out.server_slots = call.server_slots.value_or(build.few_outputs ? 4 : 1);
    const bool shared = !call.server_slots || !build.writes_rows;
    out.streams = shared ? 1 : out.server_slots;
    out.cells = round_up(call.context, build.pads_context(flash));
    if (!shared) out.cells = round_up(out.cells / out.server_slots, 256);
    Count window = 0;
    if (build.window_caches)
        for (const LayerSpec &kind : decoder.kinds) window = std::max(window, llama_window(call.architecture, kind).value_or(0));
    if (window > 0) out.window_cells = round_up(std::min(out.cells, window * (shared ? out.server_slots : 1) + call.batch), 256);
    std::vector<Bytes> kind_bytes, kind_state;
    const Count snapshots = llama_snapshots(call);
    for (const LayerSpec &kind : decoder.kinds) {
        const bool windowed = out.window_cells > 0 && llama_window(call.architecture, kind).has_value();
        const bool reads_another = kind.extension && kind.extension->gemma && kind.extension->gemma->sharing == KvSharing::reuse;
        const Bytes token = reads_another ? 0 : llama_token_bytes(kind.attention, call);
        kind_bytes.push_back(token * (windowed ? out.window_cells : out.cells) * out.streams);
        kind_state.push_back(
            kind.extension ? state_bytes(kind.extension->mixer) * std::max<Count>(out.server_slots, 1) * snapshots : 0);
    }
    for (const int kind : decoder.layers) {
        out.layer_bytes.push_back(kind_bytes[static_cast<std::size_t>(kind)]);
        out.layer_state.push_back(kind_state[static_cast<std::size_t>(kind)]);
    }
    return out;
}

} // namespace plimsoll
