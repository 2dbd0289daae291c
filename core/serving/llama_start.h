// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/serving/engine_start.h"
#include "core/serving/gguf_tensors.h"
#include "core/libraries/llama_build.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A card as llama.cpp counts on it.
struct LlamaCard {
    std::string name;            ///< "CUDA0"
    std::optional<Bytes> memory; ///< free before anything is loaded; absent: not known
    int capability = 89;         ///< 10 · major + minor
    bool operator==(const LlamaCard &) const = default;
};

/// Who drafts tokens that the model checks (common/speculative.cpp, common_speculative_init_result).
struct LlamaDraft {
    SpeculativeMethod method = SpeculativeMethod::none;
    Count tokens = 0;                                      ///< drafted at once (--spec-draft-n-max, or the n-gram's own)
    GgmlType keys = GgmlType::f16, values = GgmlType::f16; ///< of its cache; the model's own types do not count
    const Architecture *model = nullptr;                   ///< of draft_model
    std::optional<Count> gpu_layers;                       ///< -ngld: of draft_model, on cards; absent: all
    std::vector<GgufTensor> tensors; ///< of draft_model its file's; of mtp the layer behind the model's own, from next_layer()
    bool operator==(const LlamaDraft &) const = default;
};

/// One start of llama.cpp, in its own words.
struct LlamaCall {
    const Architecture &architecture;
    std::vector<GgufTensor> tensors; ///< as the file has them
    LlamaBuild build;
    std::vector<LlamaCard> cards;
    Count context = 4096;              ///< -c, of all slots together; where nobody gave it, the most that is taken
    std::optional<Count> server_slots; ///< -np; absent: the server's own, one cache for all
    Count batch = 512;                 ///< -ub
    GgmlType keys = GgmlType::f16, values = GgmlType::f16;
    std::optional<Count> gpu_layers; ///< -ngl; absent: as many as fit
    std::string flash = "auto";      ///< on | off | auto
    Count host_experts = 0;          ///< --n-cpu-moe
    bool context_given = true;       ///< else --fit may lower it
    Count least_context = 4096;      ///< --fit-ctx: of one cache, as far as it may
    bool fit = true;                 ///< --fit
    Bytes margin = gib;              ///< --fit-target, of each card
    LlamaDraft draft;
    Bytes projector = 0; ///< of pictures, on the first card: its weights and compute, which the server adds to the margin
};

/// What lies where once it runs, what its log prints, and what --fit made of the call.
struct LlamaStart {
    std::vector<EnginePlace> places;  ///< cards in order, then "host"
    std::vector<EnginePlace> drafter; ///< what of it is who drafts
    Count context = 0;                ///< cells of one sequence
    Count cells = 0;                  ///< of all
    Count gpu_layers = 0, host_experts = 0;
    bool flash = false;
    std::vector<std::string> log;
    std::optional<Error> refuses;
    bool operator==(const LlamaStart &) const = default;
};

/// Lays a start out (llama.cpp 0c1e57098: src/llama-model.cpp, src/llama-context.cpp, common/fit.cpp). Error: what it cannot do
/// with these settings in any memory.
[[nodiscard]] Result<LlamaStart> llama_start(LlamaCall call);

/// The layer that a file has behind the model's own, which drafts the token after the next (nextn): as its last attention layer,
/// with a projection of two states into one. `tensors`: the model's; where the file brings the layer's own, those. Empty: no such
/// layer, or none that is known.
[[nodiscard]] std::vector<GgufTensor> next_layer(const Architecture &architecture, const std::vector<GgufTensor> &tensors);

/// Copies of every recurrent state that a slot keeps: one, and one for each drafted token where the model can go back to them.
[[nodiscard]] Count llama_snapshots(const LlamaCall &call);

/// Cells, bytes and layers of its caches.
struct LlamaCaches {
    Count cells = 0;        ///< of one stream
    Count window_cells = 0; ///< the same, of layers with a window
    Count streams = 1, server_slots = 1;
    std::vector<Bytes> layer_bytes, layer_state;
};
[[nodiscard]] LlamaCaches llama_caches(const LlamaCall &call, bool flash);
/// Of one token's keys and values in a layer.
[[nodiscard]] Bytes llama_token_bytes(const AttentionSpec &attention, const LlamaCall &call);

} // namespace plimsoll
