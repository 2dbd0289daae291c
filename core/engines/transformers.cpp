// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/inference.h"
#include "core/plan/names.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

bool hooks_nothing(const Plan &plan) { return plan.extract.capture != Capture::hooks; }
bool packs_keys(const Plan &plan) { return plan.inference.cache == CacheKind::quantized; }
bool keeps_keys_as_computed(const Plan &plan) { return !packs_keys(plan); }

constexpr Read generate_only[] = {
    {"micro_batch", none, reads::rows_of_inference},
    {"sequence_length", none, reads::rows_of_inference},
    {"extract.", none, reads::captures_nothing},
    {"inference.cache", depends},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 has the back-ends %2 and %3"), "QuantizedCache", "quanto (int4), hqq (int8)", "fp8"},
     "int4 | int8 | fp8",
     packs_keys},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core",
                        "transformers' caches hold keys and values in the dtype that attention computes in; fewer bits are "
                        "another kind of cache (%1)"),
      "inference.cache quantized"},
     {},
     keeps_keys_as_computed,
     computing_dtype},
    {"inference.gpu_memory_utilization",
     none,
     {QT_TRANSLATE_NOOP("core", "it is a share that engines like %1 and %2 claim; %3 takes what it needs"), "vLLM", "SGLang",
      "transformers"}},
    {"inference.max_num_seqs", none, reads::claiming_engines_alone},
    {"inference.max_num_batched_tokens", none, reads::claiming_engines_alone},
    {"inference.enforce_eager", none, reads::claiming_engines_alone},
    {"inference.kv_block_size", none, reads::claiming_engines_alone},
    {"inference.entry", none, reads::vllm_alone},
    {"inference.compile_cache", none, reads::vllm_alone},
    {"inference.gpu_layers", none, reads::llama_cpp_alone},
    {"inference.flash_attention", none, reads::llama_cpp_alone},
    {"inference.host_experts", none, reads::llama_cpp_alone},
    {"inference.fit", none, reads::llama_cpp_alone},
    {"inference.cache_ram_bytes", none, reads::llama_cpp_alone},
    {"inference.mmproj", none, reads::llama_cpp_alone},
    {"inference.mmproj_offload", none, reads::llama_cpp_alone},
    {"inference.kv_cache_memory_bytes", none, reads::vllm_alone},
    {"inference.num_gpu_blocks_override", none, reads::vllm_alone},
    {"inference.max_total_tokens", none, reads::sglang_alone},
    {"inference.max_mamba_cache_size", none, reads::sglang_alone},
    {"inference.mamba_cache_dtype", none, reads::vllm_alone},
    {"inference.mamba_ssm_cache_dtype", none, reads::vllm_and_sglang_alone},
    {"inference.cpu_offload_bytes", none, reads::vllm_and_sglang_alone},
    {"inference.speculative.", none, reads::claiming_engines_alone},
    {"inference.lora.", none, reads::claiming_engines_alone},
    {"inference.engine", counts},
    {"inference.context", counts},
    {"inference.sequences", counts},
    {"inference.", depends},
};

constexpr Why work_of_extract{QT_TRANSLATE_NOOP("core", "%1 takes %2 and %3"), "task extract", "micro_batch", "sequence_length"};
constexpr Read extract_only[] = {
    {"micro_batch", counts},
    {"sequence_length", counts},
    {"inference.context", none, work_of_extract},
    {"inference.sequences", none, work_of_extract},
    {"inference.", none, {QT_TRANSLATE_NOOP("core", "%1 generates nothing"), "task extract"}},
    {"extract.capture", counts},
    {"extract.hooks", none, {QT_TRANSLATE_NOOP("core", "only %1 asks for them"), "extract.capture hooks"}, {}, hooks_nothing},
    {"extract.", depends},
};

} // namespace

// generate() of transformers 5.23.
constinit const Runner engines::transformers{
    .name = "transformers",
    .base = &forward_call,
    .reads = generate_only,
    .models = {},
    .spread = &spread_of_generation,
    .call = step::generate,
    // generate() is a constant a layer, whatever the model's size: 0.84 to 0.90 ms on an A100's host (transformers 4.46), 0.61 on an
    // H20's (4.51), from 0.5 to 32 billion parameters (Qwen's published speeds)
    .tempo =
        {
            .step = 1.0e-3,
            .layer = 0,
            .host_layer = 0.75e-3,
            .packed = 0.75,
            .computes = 0.75,
            .in_turn = true,
            .doubt = 1.5, // hosts, and the kernels of packed weights
        },
};

constinit const Runner engines::one_pass{
    .name = "transformers",
    .base = &forward_call,
    .reads = extract_only,
    .spread = &spread_of_generation,
    .call = step::extract,
};

} // namespace plimsoll
