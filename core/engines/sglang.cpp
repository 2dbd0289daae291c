// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/ground/phrase.h"

namespace plimsoll {

namespace {

constexpr Default defaults[] = {
    {"inference.context", "", "--context-length", "SGLang, ServerArgs"},
    {"inference.max_num_seqs", "", "--max-running-requests", "SGLang, ServerArgs"},
    {"inference.max_num_batched_tokens", "", "--chunked-prefill-size", "SGLang, ServerArgs"},
    {"inference.kv_block_size", "", "--page-size", "SGLang, ServerArgs"},
    {"inference.enforce_eager", "", "--disable-decode-cuda-graph", "SGLang, ServerArgs"},
    {"inference.gpu_memory_utilization", "", "--mem-fraction-static", "SGLang, ServerArgs"},
    {"inference.kv_dtype", "", "--kv-cache-dtype", "SGLang, ServerArgs"},
    {"weights.dtype", "", "--dtype", "SGLang, ServerArgs"},
    {"weights.quant", "", "--quantization", "SGLang, ServerArgs"},
    {"attention", "", "--attention-backend", "SGLang, ServerArgs"},
    {"parallel.tensor", "", "--tp-size", "SGLang, ServerArgs"},
    {"parallel.pipeline", "", "--pp-size", "SGLang, ServerArgs"},
    {"parallel.data", "", "--dp-size", "SGLang, ServerArgs"},
    {"parallel.expert", "", "--ep-size", "SGLang, ServerArgs"},
};

constexpr Read read[] = {{"inference.engine",
                          Effect::refused,
                          {QT_TRANSLATE_NOOP("core", "%1's memory is not simulated yet"), "SGLang"},
                          "transformers"},
                         {"", Effect::depends}};
constexpr LibraryUse libraries[] = {{"sglang"}};

constexpr LoadingLibrary loads_by{.name = "sglang", .released_as = "sglang", .by_quantizers = false};

} // namespace

constinit const Runner engines::sglang{
    .name = "sglang",
    .defaults = defaults,
    .own_keys = true,
    .reads = read,
    .libraries = libraries,
    .models = {.own = true, .loader = &loads_by},
};

} // namespace plimsoll
