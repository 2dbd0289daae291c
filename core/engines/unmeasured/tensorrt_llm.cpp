// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/unmeasured/tensorrt_llm_start.h"
#include "core/ground/phrase.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

constexpr Default tensorrt_llm_defaults[] = {
    {"inference.context", "", "--max_seq_len", "TensorRT-LLM, TorchLlmArgs"},
    {"inference.max_num_seqs", "", "--max_batch_size", "TensorRT-LLM, TorchLlmArgs"},
    {"inference.max_num_batched_tokens", "", "--max_num_tokens", "TensorRT-LLM, TorchLlmArgs"},
    {"inference.gpu_memory_utilization", "", "--kv_cache_free_gpu_memory_fraction", "TensorRT-LLM, KvCacheConfig"},
    {"inference.kv_block_size", "", "kv_cache_config.tokens_per_block", "TensorRT-LLM, KvCacheConfig"},
    {"inference.kv_dtype", "", "kv_cache_config.dtype", "TensorRT-LLM, KvCacheConfig"},
    {"inference.enforce_eager", "", "cuda_graph_config", "TensorRT-LLM, TorchLlmArgs"},
    {"weights.dtype", "", "dtype", "TensorRT-LLM, TorchLlmArgs"},
    {"parallel.tensor", "", "--tp_size", "TensorRT-LLM, TorchLlmArgs"},
    {"parallel.pipeline", "", "--pp_size", "TensorRT-LLM, TorchLlmArgs"},
    {"parallel.expert", "", "--ep_size", "TensorRT-LLM, TorchLlmArgs"},
};

bool tensorrt_llm_states_quant(const Plan &plan) { return plan.has("weights.quant"); }

constexpr Read tensorrt_llm_read[] = {
    {"weights.dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 computes in half precision"), "TensorRT-LLM"},
     "auto | fp16 | bf16"},
    {"weights.quant",
     refused,
     {QT_TRANSLATE_NOOP("core",
                        "%1 takes checkpoints that ModelOpt wrote, FP8 in blocks and MXFP4 (torch back-end, quantization); GPTQ, "
                        "AutoAWQ, bitsandbytes and GGUF are not simulated"),
      "TensorRT-LLM"},
     "none | fp8 | mxfp4 | nvfp4",
     tensorrt_llm_states_quant},
    {"compile", none, {QT_TRANSLATE_NOOP("core", "%1's graphs are %2"), "TensorRT-LLM", "inference.enforce_eager"}},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type, or none that is simulated (KvCacheConfig.dtype)"), "TensorRT-LLM"},
     "auto | fp16 | bf16 | fp8"},
    {"inference.entry", none, reads::vllm_alone},
    {"inference.compile_cache", none, reads::vllm_alone},
};
constexpr LibraryUse tensorrt_llm_libraries[] = {{"tensorrt_llm"}};

constexpr LoadingLibrary tensorrt_llm_loads_by{
    .name = "TensorRT-LLM", .released_as = "tensorrt_llm", .by_quantizers = false, .pads_mx_blocks = true};

} // namespace

constinit const Runner engines::tensorrt_llm{
    .name = "tensorrt-llm",
    .base = &share_of_card,
    .defaults = tensorrt_llm_defaults,
    .own_keys = true,
    .library = &libraries::tensorrt_llm,
    .reads = tensorrt_llm_read,
    .libraries = tensorrt_llm_libraries,
    .models = {.own = true,
               .loader = &tensorrt_llm_loads_by,
               .dtype = tensorrt_llm::dtype_when_auto,
               .context = tensorrt_llm::context_when_unstated},
    .start = start_tensorrt_llm,
    .tempo = {.step = 0.5e-3, .layer = 0.01e-3, .by_library = true, .mixes = true, .doubt = 1.7, .served = 1.0}, // as vLLM's
};

} // namespace plimsoll
