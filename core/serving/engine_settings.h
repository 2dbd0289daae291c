// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <optional>
#include <string>

namespace plimsoll {

/// What a plan says of an engine beside the load (docs/schema/plan.md, inference), in vLLM's names. Absent: the engine's default
/// on that card and entry.
struct EngineSettings {
    std::optional<double> gpu_memory_utilization; ///< sglang: mem_fraction_static
    std::optional<Count> max_num_seqs;            ///< sglang: max_running_requests; llama.cpp: -np
    std::optional<Count> max_num_batched_tokens;  ///< sglang: chunked_prefill_size; llama.cpp: -ub
    std::string kv_dtype = "auto"; ///< auto | fp32 | fp16 | bf16 | fp8 | int8 | int4 | q8_0 | q5_1 | q5_0 | q4_1 | q4_0 | iq4_nl
    bool enforce_eager = false;    ///< no CUDA graphs
    std::optional<Count> kv_block_size;
    std::string entry = "server";       ///< server | llm: vLLM's offline class
    std::string compile_cache = "cold"; ///< cold | warm
    // llama.cpp
    std::optional<Count> gpu_layers;      ///< -ngl; absent: all
    std::string flash_attention = "auto"; ///< on | off | auto
    Count host_experts = 0;               ///< --n-cpu-moe

    bool operator==(const EngineSettings &) const = default;
};

} // namespace plimsoll
