// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/vllm_run.h"
#include "core/engines/vllm_start.h"
#include "core/ground/phrase.h"
#include "core/model/loading/load_notes.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/releases.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

constexpr Default vllm_defaults[] = {
    {"inference.context", "", "--max-model-len", "vLLM, EngineArgs"},
    {"inference.max_num_seqs", "", "--max-num-seqs", "vLLM, EngineArgs"},
    {"inference.max_num_batched_tokens", "", "--max-num-batched-tokens", "vLLM, EngineArgs"},
    {"inference.enforce_eager", "", "--enforce-eager", "vLLM, EngineArgs"},
    {"inference.kv_block_size", "", "--block-size", "vLLM, EngineArgs"},
    {"inference.gpu_memory_utilization", "", "--gpu-memory-utilization", "vLLM, EngineArgs"},
    {"inference.kv_dtype", "", "--kv-cache-dtype", "vLLM, EngineArgs"},
    {"inference.kv_cache_memory_bytes", "", "--kv-cache-memory-bytes", "vLLM, EngineArgs"},
    {"inference.num_gpu_blocks_override", "", "--num-gpu-blocks-override", "vLLM, EngineArgs"},
    {"inference.mamba_cache_dtype", "", "--mamba-cache-dtype", "vLLM, EngineArgs"},
    {"inference.mamba_ssm_cache_dtype", "", "--mamba-ssm-cache-dtype", "vLLM, EngineArgs"},
    {"inference.cpu_offload_bytes", "", "--cpu-offload-gb", "vLLM, EngineArgs"},
    {"inference.lora.max_loras", "", "--max-loras", "vLLM, EngineArgs"},
    {"inference.lora.max_rank", "", "--max-lora-rank", "vLLM, EngineArgs"},
    {"inference.lora.fully_sharded", "", "--fully-sharded-loras", "vLLM, EngineArgs"},
    {"inference.lora.dtype", "", "--lora-dtype", "vLLM, EngineArgs"},
    {"inference.lora.targets", "", "--lora-target-modules", "vLLM, EngineArgs"},
    {"inference.images.limit", "", "--limit-mm-per-prompt", "vLLM, EngineArgs"},
    {"inference.images.language_model_only", "", "--language-model-only", "vLLM, EngineArgs"},
    {"inference.sleep.offload_graphs", "", "--sleep-mode-offload-cudagraph", "vLLM, EngineArgs"},
    {"inference.logprobs_mode", "", "--logprobs-mode", "vLLM, EngineArgs"},
    {"weights.dtype", "", "--dtype", "vLLM, EngineArgs"},
    {"weights.quant", "", "--quantization", "vLLM, EngineArgs"},
    {"attention", "", "--attention-backend", "vLLM, EngineArgs"},
    {"parallel.tensor", "", "--tensor-parallel-size", "vLLM, EngineArgs"},
    {"parallel.pipeline", "", "--pipeline-parallel-size", "vLLM, EngineArgs"},
    {"parallel.data", "", "--data-parallel-size", "vLLM, EngineArgs"},
    {"parallel.expert", "", "--enable-expert-parallel", "vLLM, EngineArgs"},
};

bool says_cache(const Plan &plan)
{
    return plan.inference.kv_cache_memory_bytes.has_value() || plan.inference.num_gpu_blocks_override.has_value();
}
bool says_blocks(const Plan &plan) { return plan.inference.num_gpu_blocks_override.has_value(); }
bool vllm_serves_no_adapters(const Plan &plan) { return plan.inference.lora.max_loras == 0; }
bool says_context(const Plan &plan) { return plan.has("inference.context") && plan.inference.fit != false; }

constexpr Read vllm_read[] = {
    {"inference.gpu_memory_utilization",
     none,
     {QT_TRANSLATE_NOOP("core",
                        "%1 or %2 says how large the cache is; at the start this share of the card must be free all the same"),
      "inference.kv_cache_memory_bytes", "inference.num_gpu_blocks_override"},
     {},
     says_cache},
    {"inference.kv_cache_memory_bytes",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 says how many blocks there are"), "inference.num_gpu_blocks_override"},
     {},
     says_blocks},
    {"inference.kv_cache_memory_bytes", depends},
    {"inference.num_gpu_blocks_override", depends},
    {"inference.mamba_cache_dtype", depends},
    {"inference.mamba_ssm_cache_dtype", depends},
    {"inference.cpu_offload_bytes", depends},
    {"inference.fit", none, {QT_TRANSLATE_NOOP("core", "%1 is stated"), "inference.context"}, {}, says_context},
    {"inference.fit", depends},
    {"inference.lora.max_rank",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 has no places for adapters"), "inference.lora.max_loras 0"},
     {},
     vllm_serves_no_adapters},
    {"inference.lora.fully_sharded",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 has no places for adapters"), "inference.lora.max_loras 0"},
     {},
     vllm_serves_no_adapters},
    {"inference.lora.dtype",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 has no places for adapters"), "inference.lora.max_loras 0"},
     {},
     vllm_serves_no_adapters},
    {"inference.lora.dtype", depends},
    {"inference.lora.targets",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 has no places for adapters"), "inference.lora.max_loras 0"},
     {},
     vllm_serves_no_adapters},
    {"inference.lora.targets", depends},
    {"inference.speculative.draft_sample_method", depends},
    {"inference.images.", depends},
    {"inference.logprobs_mode", depends},
    {"inference.sleep.", depends},
    {"compile", none, {QT_TRANSLATE_NOOP("core", "%1 compiles unless %2 is set"), "vLLM", "inference.enforce_eager"}},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type (config/cache.py, CacheDType)"), "vLLM"},
     vllm::cache_kinds},
};
bool packs_by_plugin(const Plan &plan)
{
    return is_bitsandbytes_4bit(plan.weights.quant) && !installed_by(plan).vllm.packs_four_bits;
}
/// Its patches of bitsandbytes' loader, in a process that has imported it.
bool patched_by_unsloth(const Plan &plan)
{
    return is_bitsandbytes_4bit(plan.weights.quant) && is_named(plan.libraries, "unsloth_zoo");
}

constexpr LibraryUse vllm_libraries[] = {{"vllm"}, {"vllm_bnb_plugin", packs_by_plugin}, {"unsloth_zoo", patched_by_unsloth}};

/// vLLM 0.33 has no quantizers: its layers hold what is stored, in its kernels' shapes (vocab_parallel_embedding.py).
constexpr LoadingLibrary vllm_loads_by{.name = "vllm",
                                       .released_as = "vllm",
                                       .by_quantizers = false,
                                       .vocabulary_multiple = 64,
                                       .pads_mx_blocks = true,
                                       .doubts = unknown_to_vllm};

} // namespace

constinit const Runner engines::vllm{
    .name = "vllm",
    .base = &share_of_card,
    .defaults = vllm_defaults,
    .own_keys = true,
    .library = &libraries::vllm,
    .reads = vllm_read,
    .libraries = vllm_libraries,
    .models = {.own = true,
               .loader = &vllm_loads_by,
               .dtype = vllm::dtype_when_auto,
               .context = vllm::context_when_unstated,
               .quantises_itself = "fp8"},
    .start = start_vllm,
    .counts_towers = vllm::counts_towers,
    // a step beyond its kernels: 2 ms in V0 (Qwen's published speeds of 0.6), 0.3 to 0.8 ms in V1
    .tempo = {.step = 1.5e-3,
              .layer = 0.015e-3,
              .eager_layer = eager_layer_of_server,
              .by_library = true,
              .mixes = true,
              .served = 0.9},
};

} // namespace plimsoll
