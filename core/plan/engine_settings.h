// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/model/reference.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

/// Who proposes tokens that the model then checks: nobody, the prompt's own n-grams, a model of its own, one layer trained on the
/// model's states (eagle, eagle3), or the model's own prediction layers. ngram_gpu: the prompt's n-grams, looked up on the card.
enum class SpeculativeMethod : std::uint8_t { none, ngram, draft_model, eagle, eagle3, mtp, ngram_gpu };

/// vLLM's speculative_config, SGLang's --speculative-*, llama.cpp's --spec-type and --model-draft.
struct Speculative {
    SpeculativeMethod method = SpeculativeMethod::none;
    std::optional<Count> tokens;         ///< proposed in one pass; absent: the engine's default
    std::optional<ModelReference> model; ///< of draft_model, eagle and eagle3
    std::string samples = "greedy";      ///< greedy | probabilistic: how the model that drafts picks tokens (vLLM)
    std::optional<Count> gpu_layers;     ///< llama.cpp's -ngld: layers of the drafter on cards; absent: all
    KvDtype kv_dtype = KvDtype::auto_;   ///< llama.cpp's -ctkd: what the drafter's cache holds; auto: fp16
    std::optional<double> acceptance;    ///< share of what is drafted that the model takes; absent: nobody says
    bool operator==(const Speculative &) const = default;
};

/// Places for adapters that an engine makes at its start: vLLM's --max-loras and --max-lora-rank.
struct LoraSlots {
    Count max_loras = 0; ///< 0: it serves no adapters
    Count max_rank = 16;
    bool fully_sharded = false;       ///< vLLM's --fully-sharded-loras
    std::string dtype = "auto";       ///< auto | bf16 | fp16; auto: the model's (vLLM's --lora-dtype)
    std::vector<std::string> targets; ///< modules that have places, by the end of their names; empty: all (--lora-target-modules)
    bool operator==(const LoraSlots &) const = default;
};

/// Pictures that a server takes: vLLM's --limit-mm-per-prompt, --mm-processor-kwargs and its like.
struct ServedPictures {
    std::optional<Count> images, videos; ///< of one prompt at most; absent: as many as the engine allows
    std::optional<Count> max_pixels;     ///< of one picture, by the processor's own key
    std::optional<Count> max_patches;    ///< tiles of one picture (InternVL)
    bool pan_and_scan = false;           ///< Gemma 3 cuts long pictures up
    bool profile = true;                 ///< false: --skip-mm-profiling
    bool language_model_only = false;    ///< the tower is not loaded
    bool tower_data_parallel = false;    ///< each rank holds the tower whole (--mm-encoder-tp-mode data)
    bool operator==(const ServedPictures &) const = default;
};

/// vLLM's --enable-sleep-mode: at level 1 the host keeps the weights, at 2 nobody does.
struct SleepMode {
    Count level = 0;             ///< 0: it never sleeps
    bool offload_graphs = false; ///< --sleep-mode-offload-cudagraph
    bool operator==(const SleepMode &) const = default;
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
    // Options that bound a cache in place of the share of the card.
    std::optional<Bytes> kv_cache_memory_bytes;   ///< vLLM --kv-cache-memory-bytes: of each rank
    std::optional<Count> num_gpu_blocks_override; ///< vLLM
    std::optional<Count> max_total_tokens;        ///< SGLang: tokens of the cache
    std::optional<Count> max_mamba_cache_size;    ///< SGLang: requests that the cache of recurrent states holds
    std::string mamba_cache_dtype = "auto";       ///< auto | fp32 | fp16 | bf16: of convolution states
    std::string mamba_ssm_cache_dtype = "auto";   ///< likewise, of recurrent states
    std::optional<Bytes> cpu_offload_bytes; ///< vLLM and SGLang --cpu-offload-gb: weights of each rank that stay with the host
    Speculative speculative;
    LoraSlots lora;
    ServedPictures images;
    SleepMode sleep;
    std::string logprobs_mode = "raw_logprobs"; ///< vLLM: processed ones keep a table of logits
    // llama.cpp
    std::optional<bool> fit;              ///< --fit: context and layers are lowered until they fit; absent: its release's default
    std::optional<Bytes> cache_ram_bytes; ///< --cache-ram: prompts kept on the host; absent: its release's default
    bool mmproj = false;                  ///< --mmproj: a projector file is loaded beside the model
    bool mmproj_offload = true;           ///< false: --no-mmproj-offload, the host holds and computes it
    std::optional<Count> gpu_layers;      ///< -ngl; absent: all; -1: as many as fit (--fit)
    std::string flash_attention = "auto"; ///< on | off | auto
    Count host_experts = 0;               ///< --n-cpu-moe: layers whose experts stay with the host

    bool operator==(const EngineSettings &) const = default;
};

} // namespace plimsoll
