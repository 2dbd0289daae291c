// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace plimsoll {

/// In what a cache holds keys and values; those from q8_0 to iq4_nl are ggml's, those behind them of vLLM and SGLang.
enum class KvDtype : std::uint8_t {
    auto_,
    fp32,
    fp16,
    bf16,
    fp8,
    int8, ///< vLLM: with a scale a token and head, as int4
    int4,
    q8_0,
    q5_1,
    q5_0,
    q4_1,
    q4_0,
    iq4_nl,
    fp8_per_token_head,
    nvfp4,
    mxfp8,
    turboquant_k8v4,
    turboquant_4bit_nc,
    turboquant_k3v4_nc,
    turboquant_3bit_nc,
};

/// What a plan says of an engine beside the load (docs/schema/plan.md, inference), in vLLM's names. Absent: the engine's default
/// on that card and entry.
struct EngineSettings {
    KvDtype kv_dtype = KvDtype::auto_;            ///< auto: what the weights compute in; llama.cpp: fp16
    std::optional<double> gpu_memory_utilization; ///< sglang: mem_fraction_static
    std::optional<Count> max_num_seqs;            ///< sglang: max_running_requests; llama.cpp: -np
    std::optional<Count> max_num_batched_tokens;  ///< sglang: chunked_prefill_size; llama.cpp: -ub
    bool enforce_eager = false;                   ///< no CUDA graphs
    std::optional<Count> kv_block_size;           ///< tokens
    std::string entry = "server";                 ///< server | llm: vLLM's offline class
    std::string compile_cache = "cold";           ///< cold | warm
    // llama.cpp
    std::optional<Count> gpu_layers;      ///< -ngl; absent: all; -1: as many as fit (--fit)
    std::string flash_attention = "auto"; ///< on | off | auto
    Count host_experts = 0;               ///< --n-cpu-moe: layers whose experts stay with the host

    bool operator==(const EngineSettings &) const = default;
};

} // namespace plimsoll
