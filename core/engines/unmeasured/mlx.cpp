// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/unmeasured/mlx_start.h"
#include "core/ground/phrase.h"
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

constexpr Default mlx_defaults[] = {
    {"inference.max_num_batched_tokens", "", "--prefill-step-size", "mlx-lm, server.py"},
    {"inference.kv_dtype", "", "--kv-bits", "mlx-lm, generate.py"},
    {"weights.quant", "", "--q-bits", "mlx-lm, convert.py"},
};

bool mlx_states_quant(const Plan &plan) { return plan.has("weights.quant"); }

constexpr Why mlx_all_at_once{QT_TRANSLATE_NOOP("core", "the cache grows with each of %1"), "inference.sequences"};
constexpr Why mlx_takes_what_it_needs{QT_TRANSLATE_NOOP("core", "%1 takes what it needs of the machine's memory"), "MLX"};
constexpr Why on_one_machine{QT_TRANSLATE_NOOP("core", "%1 over several machines is not simulated"), "MLX"};

constexpr Read mlx_read[] = {
    {"weights.quant",
     refused,
     {QT_TRANSLATE_NOOP(
          "core", "of plain weights %1 makes integers in groups of 64 (%2), and reads AWQ, GPTQ, MXFP4 and NVFP4; it reads no "
                  "GGUF but through its own converter"),
      "mlx-lm", "mlx_lm.convert --q-bits"},
     "none | mlx2 | mlx3 | mlx4 | mlx5 | mlx6 | mlx8 | awq4 | gptq4 | mxfp4 | nvfp4",
     mlx_states_quant},
    {"compile", none, {QT_TRANSLATE_NOOP("core", "%1 compiles its own functions"), "MLX"}},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1's cache has the weights' dtype, or integers in groups of 64"), "MLX"},
     "auto | fp32 | fp16 | bf16 | int8 | int4"},
    {"inference.max_num_seqs", none, mlx_all_at_once},
    {"inference.gpu_memory_utilization", none, mlx_takes_what_it_needs},
    {"inference.enforce_eager", none, mlx_takes_what_it_needs},
    {"inference.kv_block_size", none, {QT_TRANSLATE_NOOP("core", "%1's caches grow in steps of 256 tokens"), "MLX"}},
    {"inference.entry", none, reads::vllm_alone},
    {"inference.compile_cache", none, reads::vllm_alone},
    {"inference.gpu_layers", none, reads::llama_cpp_alone},
    {"inference.flash_attention", none, reads::llama_cpp_alone},
    {"inference.host_experts", none, reads::llama_cpp_alone},
    {"parallel.tensor", refused, on_one_machine, "1"},
    {"parallel.pipeline", refused, on_one_machine, "1"},
};
constexpr LibraryUse mlx_libraries[] = {{"mlx_lm"}};

constexpr LoadingLibrary mlx_loads_by{.name = "mlx-lm", .released_as = "mlx_lm", .by_quantizers = false};

} // namespace

constinit const Runner engines::mlx{
    .name = "mlx",
    .base = &engine_start,
    .defaults = mlx_defaults,
    .own_keys = true,
    .library = &libraries::mlx_lm,
    .reads = mlx_read,
    .libraries = mlx_libraries,
    .models = {.own = true, .loader = &mlx_loads_by, .dtype = mlx::dtype_when_auto},
    .start = start_mlx,
    // 0.08 ms a layer on Metal, as llama.cpp
    .tempo = {.step = 0.5e-3, .layer = 0.05e-3, .doubt = 1.5},
};

} // namespace plimsoll
