// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/llama/llama_cpp_start.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/runner/common_rows.h"

#include <span>
#include <string>
#include <string_view>

namespace plimsoll {

namespace {

using enum Effect;

constexpr Default llama_cpp_defaults[] = {
    {"inference.context", "", "--ctx-size", "llama.cpp, common/arg.cpp"},
    {"inference.max_num_seqs", "", "--parallel", "llama.cpp, common/arg.cpp"},
    {"inference.max_num_batched_tokens", "", "--ubatch-size", "llama.cpp, common/arg.cpp"},
    {"inference.kv_dtype", "", "--cache-type-k", "llama.cpp, common/arg.cpp"},
    {"inference.new_tokens", "", "--predict", "llama.cpp, common/arg.cpp"},
    {"inference.gpu_layers", "", "--gpu-layers", "llama.cpp, common/arg.cpp"},
    {"inference.flash_attention", "", "--flash-attn", "llama.cpp, common/arg.cpp"},
    {"inference.host_experts", "", "--n-cpu-moe", "llama.cpp, common/arg.cpp"},
    {"parallel.pipeline", "", "--split-mode", "llama.cpp, common/arg.cpp"},
};

constexpr Default defaults_of_ollama[] = {
    {"inference.context", "", "num_ctx", "Ollama, Modelfile"},
    {"inference.max_num_seqs", "", "OLLAMA_NUM_PARALLEL", "Ollama, envconfig"},
    {"inference.max_num_batched_tokens", "", "num_batch", "Ollama, Modelfile"},
    {"inference.kv_dtype", "", "OLLAMA_KV_CACHE_TYPE", "Ollama, envconfig"},
    {"inference.new_tokens", "", "num_predict", "Ollama, Modelfile"},
    {"inference.gpu_layers", "", "num_gpu", "Ollama, Modelfile"},
    {"inference.flash_attention", "", "OLLAMA_FLASH_ATTENTION", "Ollama, envconfig"},
};

constexpr Why split_by_layers{QT_TRANSLATE_NOOP("core", "several cards are %1 here: layers are split among them"),
                              "parallel.pipeline"};

/// "none | Q4_0 | …"
std::string_view gguf_types(const Plan & /*plan*/)
{
    static const std::string text = [] {
        std::string out = "none | mxfp4";
        for (const std::string_view type : all_gguf_types()) out.append(" | ").append(type);
        return out;
    }();
    return text;
}

bool loads_no_projector(const Plan &plan) { return !plan.inference.mmproj; }
bool has_no_drafter(const Plan &plan) { return plan.inference.speculative.method != SpeculativeMethod::draft_model; }
bool drafts_without_cache(const Plan &plan)
{
    return has_no_drafter(plan) && plan.inference.speculative.method != SpeculativeMethod::mtp;
}

constexpr Read llama_cpp_read[] = {
    {"inference.fit", depends},
    {"inference.cache_ram_bytes", none, {QT_TRANSLATE_NOOP("core", "the host keeps prompts' caches in it; no card does")}},
    {"inference.mmproj", depends, {QT_TRANSLATE_NOOP("core", "the configuration names no tower for pictures")}},
    {"inference.mmproj_offload", none, {QT_TRANSLATE_NOOP("core", "no projector is loaded")}, {}, loads_no_projector},
    {"inference.mmproj_offload", depends},
    {"inference.speculative.gpu_layers", none, {QT_TRANSLATE_NOOP("core", "no model of its own drafts")}, {}, has_no_drafter},
    {"inference.speculative.gpu_layers", depends},
    {"inference.speculative.kv_dtype",
     none,
     {QT_TRANSLATE_NOOP("core", "nobody who drafts has a cache")},
     {},
     drafts_without_cache},
    {"inference.speculative.kv_dtype", depends},
    {"inference.gpu_layers", depends, {QT_TRANSLATE_NOOP("core", "every layer is on the cards either way")}},
    {"inference.lora.",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 loads each adapter's file as it is and has no places for them"), "llama.cpp"}},
    {"weights.quant", refused, {QT_TRANSLATE_NOOP("core", "%1 loads GGUF files"), "llama.cpp"}, {}, nullptr, gguf_types},
    {"attention", none, {QT_TRANSLATE_NOOP("core", "%1 says which kernels run"), "inference.flash_attention"}},
    {"compile", none, {QT_TRANSLATE_NOOP("core", "%1 runs compiled code"), "ggml"}},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type (common/arg.cpp, kv_cache_types)"), "llama.cpp"},
     "auto | fp32 | fp16 | bf16 | q8_0 | q5_1 | q5_0 | q4_1 | q4_0 | iq4_nl"},
    {"inference.gpu_memory_utilization", none, reads::claiming_engines_alone},
    {"inference.enforce_eager", none, reads::claiming_engines_alone},
    {"inference.kv_block_size", none, reads::claiming_engines_alone},
    {"inference.entry", none, reads::vllm_alone},
    {"inference.compile_cache", none, reads::vllm_alone},
    {"parallel.tensor", refused, split_by_layers, "1"},
};
constexpr LibraryUse llama_cpp_libraries[] = {{"llama.cpp"}};

constexpr LoadingLibrary llama_cpp_loads_by{.name = "llama.cpp", .released_as = "llama.cpp", .by_quantizers = false};

/// What llama-server is, and Ollama, which runs it with settings of its own.
constexpr Runner server_of_llama(std::string_view name, std::span<const Default> rows, decltype(Models::context) context,
                                 decltype(Runner::start) start)
{
    return {
        .name = name,
        .base = &engine_start,
        .defaults = rows,
        .own_keys = true,
        .library = &libraries::llama_cpp,
        .reads = llama_cpp_read,
        .libraries = llama_cpp_libraries,
        .models = {.own = true,
                   .loader = &llama_cpp_loads_by,
                   .dtype = engines::converted_dtype,
                   .context = context,
                   .reads_gguf = true},
        .start = start,
        .counts_towers = [](const Plan &, const Architecture &) { return true; }, // what it loads of one, it warms up
        // 0.04 ms a layer on NVIDIA beyond the kernels (its own tables by size of model); many rows are unpacked and multiplied by
        // cuBLAS in FP16 (ggml-cuda.cu, ggml_cuda_op_mul_mat_cublas), or multiplied as integers (mmq.cu), which experts always are;
        // the card multiplies from 32 rows on what stands with the host (ggml-cuda.cu, ggml_backend_cuda_device_offload_op), copied out of
        // a mapped file, which is no pinned memory: half of what that gives, a guess; FlashAttention does 38 to 56 TFLOPS of a DGX Spark's 119 by its table over depths (ggml-org/llama.cpp, discussion 16578)
        .tempo = {.step = 0.3e-3,
                  .layer = 0.04e-3,
                  .computes = 0.38,
                  .attends = 0.6,
                  .in_halves = true,
                  .unfused = true,
                  .pass = 512,
                  .in_turn = true,
                  .crosses_from = 32,
                  .crosses = 0.4,
                  .doubt = 1.25},
    };
}

} // namespace

constinit const Runner engines::llama_cpp =
    server_of_llama("llama.cpp", llama_cpp_defaults, engines::llama_cpp_context, start_llama_cpp);
constinit const Runner engines::ollama = server_of_llama("ollama", defaults_of_ollama, engines::ollama_context, start_ollama);

} // namespace plimsoll
