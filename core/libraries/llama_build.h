// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

namespace plimsoll {

/// How a release of ggml lays graphs out.
struct GgmlRules {
    bool gives_back_rest = true;     ///< a tensor that takes a larger one's place frees what is behind it
    int split_inputs = 1 << 30;      ///< tensors that one split copies in at most
    bool copies_given_inputs = true; ///< pipelined: inputs that nothing reads have copies too
    bool operator==(const GgmlRules &) const = default;
};

/// What builds of llama.cpp do otherwise as memory goes (core/libraries/llama_cpp.cpp); as it stands, the known one.
struct LlamaBuild {
    bool latent_cache = true;          ///< multi-head latent attention keeps the latent vector
    bool window_caches = true;         ///< layers with a sliding window have a cache of their own
    bool fused_gates = true;           ///< gate and up meet in one operation
    bool writes_rows = true;           ///< keys and values are stored by row numbers, and streams have caches of their own
    bool half_mask = true;             ///< the mask of flash attention is f16 from the start
    bool pads_mask = false;            ///< to 64 rows
    bool output_is_layer = true;       ///< -ngl counts the output among the layers that it takes first from the end
    bool flash_copies = true;          ///< f16 copies of a quantised cache lie in the compute buffer, before in a pool
    bool keeps_for_fusion = true;      ///< experts' outputs and router stay until they are summed
    bool takes_vectors = true;         ///< an input for embeddings beside the one for tokens
    bool keeps_outputs = true;         ///< logits and the last hidden states are marked as outputs
    bool few_outputs = true;           ///< a server reserves logits for its slots alone, before for the whole batch
    bool rotates = true;               ///< quantised caches are rotated (Hadamard)
    bool wide_flash = true;            ///< flash attention on cards for all head sizes and quantised caches
    bool unlike_flash = true;          ///< flash attention where keys and values differ in width
    bool quantised_needs_flash = true; ///< flash attention "auto" is on where values are quantised, before it may fall out as off
    bool drops_strangers = true;       ///< a drafter of other words is freed again; before, its text was translated
    bool fits_itself = true;           ///< --fit: without -c it takes the model's own length and lowers it; before, 4096
    GgmlRules rules;

    bool operator==(const LlamaBuild &) const = default;
    [[nodiscard]] Count pads_context(bool flash) const { return window_caches || flash ? 256 : 32; }
};

} // namespace plimsoll
