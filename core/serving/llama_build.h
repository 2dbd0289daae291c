// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/serving/ggml_allocator.h"

#include <string_view>

namespace plimsoll {

/// What differs between builds of llama.cpp as memory goes. Numbers are those of its releases ("b4965").
struct LlamaBuild {
    int number = 0;
    bool latent_cache = true;  ///< multi-head latent attention keeps the latent vector (b5129, pull request 12801)
    bool window_caches = true; ///< layers with a sliding window have a cache of their own (b5427, 13194)
    bool fused_gates = true;   ///< gate and up meet in one operation (b5779, 14158)
    bool writes_rows = true;   ///< keys and values are stored by row numbers, and streams have caches of their own (b5916, 14363)
    bool half_mask = true;     ///< the mask of flash attention is f16 from the start
    bool pads_mask = false;    ///< to 64 rows (until 2025-12)
    bool output_is_layer = true;  ///< -ngl counts the output among the layers that it takes first from the end (2025-12)
    bool flash_copies = true;     ///< f16 copies of a quantised cache lie in the compute buffer (2026-06), before in a pool
    bool keeps_for_fusion = true; ///< experts' outputs and router stay until they are summed (2026)
    bool takes_vectors = true;    ///< an input for embeddings beside the one for tokens (b7700, 18550)
    bool keeps_outputs = true;    ///< logits and the last hidden states are marked as outputs
    bool few_outputs = true;      ///< a server reserves logits for its slots alone (2026-05), before for the whole batch
    bool rotates = true;          ///< quantised caches are rotated (Hadamard, 2026-04)
    bool wide_flash = true;       ///< flash attention on cards for all head sizes and quantised caches
    bool fits_itself = true; ///< --fit: without -c it takes the model's own length and lowers it (b7407, 16653); before, 4096
    GgmlRules rules;

    bool operator==(const LlamaBuild &) const = default;
    [[nodiscard]] Count pads_context(bool flash) const { return window_caches || flash ? 256 : 32; }
};

/// The build that a plan names: "b4965", "4965", "2025-04", "2026-10"; the commit that the planner knows where it names none.
[[nodiscard]] LlamaBuild llama_build(std::string_view version);

} // namespace plimsoll
