// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/ggml_scheduler.h"
#include "core/serving/gguf_tensors.h"
#include "core/libraries/llama_build.h"

namespace plimsoll {

/// Where llama.cpp puts what, and what for: all that its graph's sizes depend on.
struct LlamaSetup {
    LlamaBuild build;
    int cards = 0;
    std::vector<std::int16_t> layer_at; ///< of each layer, a card or the CPU
    std::int16_t output_at = 0;
    Count host_experts = 0; ///< layers whose experts stay with the host (--n-cpu-moe)
    Count batch = 512;      ///< tokens of a micro batch (-ub)
    Count cells = 4096;     ///< of every stream
    Count window_cells = 0; ///< of layers with a sliding window, of every stream
    Count server_slots = 1;
    Count streams = 1;   ///< caches side by side: slots, or 1 where they share one
    Count outputs = 512; ///< rows of logits
    Count snapshots = 1; ///< copies of every recurrent state
    bool flash = true;
    GgmlType keys = GgmlType::f16, values = GgmlType::f16;
    bool pipelined = false; ///< several batches in flight over several cards
    int capability = 89;    ///< of the cards, as 10 · major + minor
};

/// Bytes of each back-end's compute buffer, cards first, the host's last: the graph of a whole micro batch over full caches
/// (src/llama-graph.cpp, src/models/, 0c1e57098), laid out as ggml does. `room`: where the graph is built, over what was built there before.
[[nodiscard]] std::vector<Bytes> llama_compute_buffers(GgmlGraph &room, const Architecture &architecture,
                                                       const std::vector<GgufTensor> &tensors, const LlamaSetup &setup);

/// The same of the context that drafts with the layer behind the model's own (src/models/qwen35.cpp, graph_mtp). `tensors`: the
/// model's and that layer's, numbered behind them; `setup.output_at` has it.
[[nodiscard]] std::vector<Bytes> llama_next_buffers(GgmlGraph &room, const Architecture &architecture,
                                                    const std::vector<GgufTensor> &tensors, const LlamaSetup &setup);

/// The kind of a model's last layer with attention, as which the layer behind is made; null: none has it.
[[nodiscard]] const LayerSpec *last_attention(const DecoderSpec &decoder);

/// Whether a layer has a cache of its own kind: tokens of its window, or nothing.
[[nodiscard]] std::optional<Count> llama_window(const Architecture &architecture, const LayerSpec &layer);

} // namespace plimsoll
