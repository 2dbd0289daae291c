// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/ground/phrase.h"
#include "core/model/loading/load_notes.h"

namespace plimsoll {

namespace {

constexpr Default defaults[] = {
    {"inference.context", "", "--max-model-len", "vLLM, EngineArgs"},
    {"inference.sequences", "", "--max-num-seqs", "vLLM, EngineArgs"},
    {"inference.gpu_memory_utilization", "", "--gpu-memory-utilization", "vLLM, EngineArgs"},
    {"inference.kv_dtype", "", "--kv-cache-dtype", "vLLM, EngineArgs"},
    {"weights.dtype", "", "--dtype", "vLLM, EngineArgs"},
    {"weights.quant", "", "--quantization", "vLLM, EngineArgs"},
    {"attention", "", "--attention-backend", "vLLM, EngineArgs"},
    {"parallel.tensor", "", "--tensor-parallel-size", "vLLM, EngineArgs"},
    {"parallel.pipeline", "", "--pipeline-parallel-size", "vLLM, EngineArgs"},
    {"parallel.data", "", "--data-parallel-size", "vLLM, EngineArgs"},
};

constexpr Read read[] = {{"inference.engine",
                          Effect::refused,
                          {QT_TRANSLATE_NOOP("core", "%1's memory is not simulated yet"), "vLLM"},
                          "transformers"},
                         {"", Effect::depends}};
constexpr LibraryUse libraries[] = {{"vllm"}};

/// vLLM 0.33 has no quantizers: its layers hold what is stored, in its kernels' shapes (vocab_parallel_embedding.py).
constexpr LoadingLibrary loads_by{.name = "vllm",
                                 .released_as = "vllm",
                                 .by_quantizers = false,
                                 .vocabulary_multiple = 64,
                                 .pads_mx_blocks = true,
                                 .doubts = unknown_to_vllm};

} // namespace

constinit const Runner engines::vllm{
    .name = "vllm",
    .defaults = defaults,
    .own_keys = true,
    .reads = read,
    .libraries = libraries,
    .models = {.own = true, .loader = &loads_by},
};

} // namespace plimsoll
