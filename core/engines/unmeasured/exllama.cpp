// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/engines.h"
#include "core/engines/unmeasured/exllama_start.h"
#include "core/ground/phrase.h"
#include "core/runner/common_rows.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Effect;

constexpr Default exllama_defaults[] = {
    {"inference.context", "", "--cache_size", "ExLlamaV3, model_init.py"},
    {"inference.max_num_batched_tokens", "", "max_chunk_size", "ExLlamaV3, generator/generator.py"},
    {"inference.kv_dtype", "", "--cache_quant", "ExLlamaV3, model_init.py"},
};

bool states_other_quant(const Plan &plan)
{
    const std::string &quant = plan.weights.quant;
    return plan.has("weights.quant") && !quant.starts_with("exl2-") && !quant.starts_with("exl3-");
}

/// Only ExLlamaV2 has a cache in 8-bit floats.
std::string_view cache_types(const Plan &plan)
{
    const std::string &quant = plan.weights.quant;
    const bool second = quant.starts_with("exl2-") || quant.starts_with("gptq") ||
                        std::ranges::any_of(plan.libraries, [](const auto &stated) { return stated.first == "exllamav2"; });
    return second ? "auto | fp16 | fp8 | int8 | int4" : "auto | fp16 | int8 | int4";
}

constexpr Why split_over_cards{QT_TRANSLATE_NOOP("core", "what each card holds of a model that %1 splits is not simulated"),
                               "ExLlama"};
constexpr Why exllama_all_at_once{QT_TRANSLATE_NOOP("core", "the cache is made for all of %1"), "inference.sequences"};
constexpr Why exllama_takes_what_it_needs{QT_TRANSLATE_NOOP("core", "%1 takes what it needs, and its cache whole"), "ExLlama"};

constexpr Read exllama_read[] = {
    {"weights.dtype", refused, {QT_TRANSLATE_NOOP("core", "%1 computes in halves"), "ExLlama"}, "auto | fp16"},
    {"weights.quant",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1 reads EXL3 (%2), EXL2 and GPTQ, and halves"), "ExLlama", "exl3-4.25"},
     "none | exl3-BITS | exl2-BITS | gptq4 | fp8 | mxfp4",
     states_other_quant},
    {"compile", none, {QT_TRANSLATE_NOOP("core", "%1 runs compiled code"), "ExLlama"}},
    {"inference.kv_dtype",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1's cache holds halves, or integers of 2 to 8 bits"), "ExLlama"},
     {},
     nullptr,
     cache_types},
    {"inference.max_num_seqs", none, exllama_all_at_once},
    {"inference.gpu_memory_utilization", none, exllama_takes_what_it_needs},
    {"inference.enforce_eager", none, {QT_TRANSLATE_NOOP("core", "%1's graphs take next to nothing"), "ExLlama"}},
    {"inference.kv_block_size", none, {QT_TRANSLATE_NOOP("core", "%1's pages have 256 tokens"), "ExLlama"}},
    {"inference.entry", none, reads::vllm_alone},
    {"inference.compile_cache", none, reads::vllm_alone},
    {"inference.gpu_layers", none, reads::llama_cpp_alone},
    {"inference.flash_attention", none, reads::llama_cpp_alone},
    {"inference.host_experts", none, reads::llama_cpp_alone},
    {"parallel.tensor", refused, split_over_cards, "1"},
    {"parallel.pipeline", refused, split_over_cards, "1"},
};
constexpr LibraryUse exllama_libraries[] = {{"exllamav3"}, {"exllamav2"}};

constexpr LoadingLibrary exllama_loads_by{.name = "ExLlama", .released_as = "exllamav3", .by_quantizers = false};

} // namespace

constinit const Runner engines::exllama{
    .name = "exllama",
    .base = &engine_start,
    .defaults = exllama_defaults,
    .own_keys = true,
    .library = &libraries::exllamav3,
    .reads = exllama_read,
    .libraries = exllama_libraries,
    .models = {.own = true,
               .loader = &exllama_loads_by,
               .dtype = exllama::dtype_when_auto,
               .context = exllama::context_when_unstated},
    .start = start_exllama,
    // 0.04 ms a layer in compiled loops (gpt-fast, exllama v2)
    .tempo = {.step = 0.3e-3, .layer = 0.02e-3, .in_halves = true, .in_turn = true},
};

} // namespace plimsoll
