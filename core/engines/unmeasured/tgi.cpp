// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/unmeasured/tgi_start.h"
#include "core/ground/phrase.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

constexpr Default tgi_defaults[] = {
    {"inference.context", "", "--max-total-tokens", "TGI, launcher/src/main.rs"},
    {"inference.max_num_seqs", "", "--max-concurrent-requests", "TGI, launcher/src/main.rs"},
    {"inference.max_num_batched_tokens", "", "--max-batch-prefill-tokens", "TGI, launcher/src/main.rs"},
    {"inference.gpu_memory_utilization", "", "--cuda-memory-fraction", "TGI, launcher/src/main.rs"},
    {"inference.enforce_eager", "", "--cuda-graphs 0", "TGI, launcher/src/main.rs"},
    {"inference.kv_dtype", "", "--kv-cache-dtype", "TGI, launcher/src/main.rs"},
    {"weights.dtype", "", "--dtype", "TGI, launcher/src/main.rs"},
    {"weights.quant", "", "--quantize", "TGI, launcher/src/main.rs"},
    {"parallel.tensor", "", "--num-shard", "TGI, launcher/src/main.rs"},
};

bool tgi_states_quant(const Plan &plan) { return plan.has("weights.quant") && !plan.weights.quant.starts_with("exl2-"); }

constexpr Read tgi_read[] = {
    {"weights.double_quant",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 always packs the scales of 4 bits again (layers/bnb.py)"), "TGI"}},
    {"weights.dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 computes in half precision (launcher/src/main.rs, Dtype)"), "TGI"},
     "auto | fp16 | bf16"},
    {"weights.quant",
     refused,
     {QT_TRANSLATE_NOOP("core",
                        "of plain weights %1 makes FP8 and bitsandbytes' types, and takes checkpoints in GPTQ, AWQ and EXL2 "
                        "(launcher/src/main.rs, Quantization); it reads no GGUF"),
      "TGI"},
     "none | fp8 | nf4 | fp4 | int8 | gptq4 | gptq8 | awq4",
     tgi_states_quant},
    {"compile", none, {QT_TRANSLATE_NOOP("core", "%1's graphs are %2"), "TGI", "inference.enforce_eager"}},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type (models/__init__.py, kv_cache_dtype)"), "TGI"},
     "auto | fp16 | bf16 | fp8"},
    {"inference.kv_block_size", none, {QT_TRANSLATE_NOOP("core", "%1's attention decides it (models/globals.py)"), "TGI"}},
    {"inference.entry", none, reads::vllm_alone},
    {"inference.compile_cache", none, reads::vllm_alone},
    {"parallel.pipeline", refused, {QT_TRANSLATE_NOOP("core", "%1 shares every layer among its cards"), "TGI"}, "1"},
    {"parallel.expert", refused, {QT_TRANSLATE_NOOP("core", "%1 shares every layer among its cards"), "TGI"}, "1"},
};
constexpr LibraryUse tgi_libraries[] = {{"tgi"}};

constexpr LoadingLibrary tgi_loads_by{.name = "TGI", .released_as = "tgi", .by_quantizers = false};

} // namespace

constinit const Runner engines::tgi{
    .name = "tgi",
    .base = &share_of_card,
    .defaults = tgi_defaults,
    .own_keys = true,
    .library = &libraries::tgi,
    .reads = tgi_read,
    .libraries = tgi_libraries,
    .models = {.own = true,
               .loader = &tgi_loads_by,
               .dtype = tgi::dtype_when_auto,
               .context = tgi::context_when_unstated,
               .quantises_itself = "fp8"},
    .start = start_tgi,
    .tempo = {.step = 1.2e-3,
              .layer = 0.015e-3,
              .eager_layer = eager_layer_of_server,
              .by_library = true,
              .mixes = true,
              .doubt = 1.5}, // as vLLM's
};

} // namespace plimsoll
