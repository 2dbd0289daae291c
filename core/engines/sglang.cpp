// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/sglang_run.h"
#include "core/engines/sglang_start.h"
#include "core/ground/phrase.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

constexpr Default sglang_defaults[] = {
    {"inference.context", "", "--context-length", "SGLang, ServerArgs"},
    {"inference.max_num_seqs", "", "--max-running-requests", "SGLang, ServerArgs"},
    {"inference.max_num_batched_tokens", "", "--chunked-prefill-size", "SGLang, ServerArgs"},
    {"inference.kv_block_size", "", "--page-size", "SGLang, ServerArgs"},
    {"inference.enforce_eager", "", "--disable-decode-cuda-graph", "SGLang, ServerArgs"},
    {"inference.gpu_memory_utilization", "", "--mem-fraction-static", "SGLang, ServerArgs"},
    {"inference.kv_dtype", "", "--kv-cache-dtype", "SGLang, ServerArgs"},
    {"inference.max_total_tokens", "", "--max-total-tokens", "SGLang, ServerArgs"},
    {"inference.max_mamba_cache_size", "", "--max-mamba-cache-size", "SGLang, ServerArgs"},
    {"inference.mamba_ssm_cache_dtype", "", "--mamba-ssm-dtype", "SGLang, ServerArgs"},
    {"inference.cpu_offload_bytes", "", "--cpu-offload-gb", "SGLang, ServerArgs"},
    {"inference.lora.max_loras", "", "--max-loras-per-batch", "SGLang, ServerArgs"},
    {"inference.lora.max_rank", "", "--max-lora-rank", "SGLang, ServerArgs"},
    {"weights.dtype", "", "--dtype", "SGLang, ServerArgs"},
    {"weights.quant", "", "--quantization", "SGLang, ServerArgs"},
    {"attention", "", "--attention-backend", "SGLang, ServerArgs"},
    {"parallel.tensor", "", "--tp-size", "SGLang, ServerArgs"},
    {"parallel.pipeline", "", "--pp-size", "SGLang, ServerArgs"},
    {"parallel.data", "", "--dp-size", "SGLang, ServerArgs"},
    {"parallel.expert", "", "--ep-size", "SGLang, ServerArgs"},
};

/// Unset, it is what the configuration says.
bool sglang_states_quant(const Plan &plan) { return plan.has("weights.quant"); }

/// A length beyond the model's own is taken (SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN, or rotary embeddings that are scaled).
bool takes_longer(const Plan &plan) { return plan.inference.fit == false && plan.has("inference.context"); }
bool sglang_serves_no_adapters(const Plan &plan) { return plan.inference.lora.max_loras == 0; }

constexpr Read sglang_read[] = {
    {"inference.fit", depends, {}, {}, takes_longer},
    {"inference.lora.fully_sharded", none, reads::vllm_alone},
    {"inference.lora.max_rank",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 has no places for adapters"), "inference.lora.max_loras 0"},
     {},
     sglang_serves_no_adapters},
    {"weights.quant",
     refused,
     {QT_TRANSLATE_NOOP("core", "of plain weights %1 makes %2 while it loads them and takes checkpoints in the other types; its "
                                "bitsandbytes and GGUF loaders are not simulated"),
      "SGLang", "fp8"},
     "none | fp8 | gptq4 | gptq8 | awq4 | mxfp4 | nvfp4 | w4a16 | w8a16 | w8a8",
     sglang_states_quant},
    {"compile", none, {QT_TRANSLATE_NOOP("core", "%1's graphs are %2"), "SGLang", "inference.enforce_eager"}},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type, or none that is simulated (mem_cache/kv_cache_dtype.py)"),
      "SGLang"},
     sglang::cache_kinds},
    {"inference.max_total_tokens", depends},
    {"inference.max_mamba_cache_size", depends},
    {"inference.mamba_ssm_cache_dtype", depends},
    {"inference.cpu_offload_bytes", depends},
    {"inference.entry", none, reads::vllm_alone},
    {"inference.compile_cache", none, reads::vllm_alone},
};
constexpr LibraryUse sglang_libraries[] = {{"sglang"}};

/// SGLang 0.5.23 has no quantizers: its layers hold what is stored, in its kernels' shapes (srt/layers/quantization).
constexpr LoadingLibrary sglang_loads_by{
    .name = "sglang", .released_as = "sglang", .by_quantizers = false, .vocabulary_multiple = 64, .pads_mx_blocks = true};

} // namespace

constinit const Runner engines::sglang{
    .name = "sglang",
    .base = &share_of_card,
    .defaults = sglang_defaults,
    .own_keys = true,
    .library = &libraries::sglang,
    .reads = sglang_read,
    .libraries = sglang_libraries,
    .models = {.own = true,
               .loader = &sglang_loads_by,
               .dtype = sglang::dtype_when_auto,
               .context = sglang::context_when_unstated,
               .quantises_itself = "fp8"},
    .start = start_sglang,
    // as vLLM's; its scheduler overlaps the step before (0.3 to 0.8 ms, Qwen's published speeds of 0.4.6)
    .tempo = {.step = 0.8e-3,
              .layer = 0.015e-3,
              .eager_layer = eager_layer_of_server,
              .by_library = true,
              .mixes = true,
              .doubt = 1.5},
};

} // namespace plimsoll
