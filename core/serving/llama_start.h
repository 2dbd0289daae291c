// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/serving/engine_start.h"
#include "core/serving/gguf_tensors.h"
#include "core/serving/llama_build.h"

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

/// One start of llama.cpp, in its own words.
struct LlamaCall {
    const Architecture &architecture;
    std::vector<GgufTensor> tensors; ///< as the file has them
    LlamaBuild build;
    std::vector<LlamaCard> cards;
    Count context = 4096;              ///< -c
    std::optional<Count> server_slots; ///< -np; absent: the server's own, one cache for all
    Count batch = 512;                 ///< -ub
    GgmlType keys = GgmlType::f16, values = GgmlType::f16;
    std::optional<Count> gpu_layers; ///< -ngl; absent: as many as fit
    std::string flash = "auto";      ///< on | off | auto
    Count host_experts = 0;          ///< --n-cpu-moe
    bool context_given = true;       ///< else --fit may lower it
    Bytes margin = gib;              ///< --fit-target, of each card
};

/// What lies where once it runs, what its log prints, and what --fit made of the call.
struct LlamaStart {
    std::vector<EnginePlace> places; ///< cards in order, then "host"
    Count context = 0;               ///< cells of one sequence
    Count cells = 0;                 ///< of all
    Count gpu_layers = 0, host_experts = 0;
    bool flash = false;
    std::vector<std::string> log;
    std::optional<Error> refuses;
    bool operator==(const LlamaStart &) const = default;
};

/// Lays a start out (llama.cpp 0c1e57098: src/llama-model.cpp, src/llama-context.cpp, common/fit.cpp). Error: what it cannot do
/// with these settings in any memory.
[[nodiscard]] Result<LlamaStart> llama_start(LlamaCall call);

/// Cells, bytes and layers of its caches.
struct LlamaCaches {
    Count cells = 0;        ///< of one stream
    Count window_cells = 0; ///< the same, of layers with a window
    Count streams = 1, server_slots = 1;
    std::vector<Bytes> layer_bytes, layer_state;
};
[[nodiscard]] LlamaCaches llama_caches(const LlamaCall &call, bool flash);

} // namespace plimsoll
