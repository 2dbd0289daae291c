// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, common/arg.cpp, src/llama-context.cpp; Ollama fb307609, llm/llama_server.go
#include "core/engines/llama_cpp_start.h"

#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/serving/gguf_file.h"
#include "core/serving/llama_start.h"
#include "core/torch/machine.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::optional<GgmlType> cache_type(KvDtype kind)
{
    switch (kind) {
    case KvDtype::auto_:
    case KvDtype::fp16: return GgmlType::f16;
    case KvDtype::fp32: return GgmlType::f32;
    case KvDtype::fp8:
    case KvDtype::int8:
    case KvDtype::int4:
    case KvDtype::fp8_per_token_head:
    case KvDtype::nvfp4:
    case KvDtype::mxfp8:
    case KvDtype::turboquant_k8v4:
    case KvDtype::turboquant_4bit_nc:
    case KvDtype::turboquant_k3v4_nc:
    case KvDtype::turboquant_3bit_nc: return std::nullopt;
    default: return ggml_type_named(name_of(kind));
    }
}

GgmlType wide_type(const StartCall &call)
{
    switch (call.plan.weights.dtype == WeightDtype::auto_ ? engines::converted_dtype(call.plan, call.architecture, call.card)
                                                          : call.plan.weights.dtype) {
    case WeightDtype::fp32: return GgmlType::f32;
    case WeightDtype::bf16: return GgmlType::bf16;
    default: return GgmlType::f16;
    }
}

std::string version_of(const Plan &plan, std::string_view library)
{
    for (const auto &[name, version] : plan.libraries)
        if (name == library) return version;
    return {};
}

/// The file's tensors, or those that a conversion would write.
Result<std::vector<GgufTensor>> tensors_of(const StartCall &call, const LlamaBuild &build)
{
    if (call.file != nullptr) return gguf_tensors_of(*call.file);
    std::vector<GgufTensor> out = gguf_tensors(call.architecture, wide_type(call), build.latent_cache);
    const std::string &quant = call.plan.weights.quant;
    const bool given = quant != "none";
    if (given && !is_gguf_file_type(quant))
        return Error{"weights.quant", quant, phrase(QT_TRANSLATE_NOOP("core", "none, or a GGUF type")), {}};
    if (given) quantise_gguf(out, quant, call.architecture);
    // experts that a configuration holds in MXFP4 stay so in the files of every type that are published (gpt-oss)
    if (call.architecture.quantization && call.architecture.quantization->method == "mxfp4")
        for (GgufTensor &tensor : out)
            if (tensor.of_experts()) tensor.type = GgmlType::mxfp4;
    return out;
}

Error out_of_range(const char *field, Count read, Count most)
{
    return {field, std::to_string(read), "1 to " + std::to_string(most), {}};
}

Result<LlamaCall> call_of(const StartCall &call)
{
    const std::optional<GgmlType> cache = cache_type(call.settings.kv_dtype);
    if (!cache)
        return Error{"inference.kv_dtype",
                     std::string(name_of(call.settings.kv_dtype)),
                     "auto | fp32 | fp16 | bf16 | q8_0 | q5_1 | q5_0 | q4_1 | q4_0 | iq4_nl",
                     {}};
    const LlamaBuild build = llama_build(version_of(call.plan, "llama.cpp"));
    Result<std::vector<GgufTensor>> tensors = tensors_of(call, build);
    if (!tensors) return tensors.error();
    LlamaCall out{call.architecture, std::move(*tensors), build, {}};
    const int capability = call.card.capability_major * 10 + call.card.capability_minor;
    for (Count i = 0; i < std::max<Count>(call.plan.parallel.pipeline, 1); ++i)
        out.cards.push_back({"CUDA" + std::to_string(i), call.memory, capability});
    constexpr Count cells_limit = Count{1} << 28, batch_limit = Count{1} << 20, slots_limit = 256; // LLAMA_MAX_SEQ
    const std::optional<std::int64_t> context = checked_mul(call.plan.inference.context, call.plan.inference.sequences);
    if (!context || *context < 1 || *context > cells_limit)
        return out_of_range("inference.context", call.plan.inference.context, cells_limit);
    if (const Count slots = call.settings.max_num_seqs.value_or(1); slots < 1 || slots > slots_limit)
        return out_of_range("inference.max_num_seqs", slots, slots_limit);
    if (const Count batch = call.settings.max_num_batched_tokens.value_or(1); batch < 1 || batch > batch_limit)
        return out_of_range("inference.max_num_batched_tokens", batch, batch_limit);
    out.context = *context;
    out.server_slots = call.settings.max_num_seqs;
    out.batch = call.settings.max_num_batched_tokens.value_or(512);
    out.keys = out.values = *cache;
    out.gpu_layers = call.settings.gpu_layers.value_or(Count{1} << 20);
    if (*out.gpu_layers < 0) out.gpu_layers.reset();
    out.flash = call.settings.flash_attention;
    out.host_experts = call.settings.host_experts;
    return out;
}

Bytes sum(const EnginePlace &place) { return place.weights + place.kv_cache + place.state + place.compute; }

/// What stands on the fullest card, phase by phase.
void stand(step::Machine &machine, const EnginePlace &card)
{
    machine.grad_enabled = false;
    machine.begin_phase(Phase::load);
    const step::Tensor weights = machine.empty({card.weights}, Dtype::uint8, "model buffer", Component::weights);
    machine.mark(QT_TRANSLATE_NOOP("core", "loaded"));
    machine.begin_phase(Phase::serve, QT_TRANSLATE_NOOP("core", "the caches are made"));
    const step::Tensor cache = machine.empty({card.kv_cache + card.state}, Dtype::uint8, "KV buffer", Component::kv_cache);
    machine.mark(QT_TRANSLATE_NOOP("core", "the graph's buffer is made"));
    const step::Tensor compute = machine.empty({card.compute}, Dtype::uint8, "compute buffer", Component::workspace);
    machine.mark(QT_TRANSLATE_NOOP("core", "it serves"));
}

EngineStart answer(const StartCall &call, Count batch, const LlamaStart &start)
{
    EngineStart out;
    out.taken = call.settings;
    out.taken.max_num_batched_tokens = batch;
    out.taken.gpu_layers = start.gpu_layers;
    out.taken.flash_attention = start.flash ? "on" : "off";
    out.taken.host_experts = start.host_experts;
    out.total = call.memory;
    out.places = start.places;
    out.log = start.log;
    out.refuses = start.refuses;
    // compute buffers of 127 starts of the real one and of 12 published logs; the model's tensors are counted
    out.spreads.buffers = {0.993, 1.01};
    const auto cards = std::span(start.places).first(start.places.size() - 1);
    if (const auto fullest = std::ranges::max_element(cards, {}, sum); fullest != cards.end()) {
        out.weights = fullest->weights;
        out.buffers = fullest->compute;
        out.state = fullest->state;
        out.kv_cache = out.load_cache = fullest->kv_cache;
        stand(call.machine, *fullest);
    }
    out.tokens = start.cells;
    out.max_context = start.context;
    out.max_concurrency = static_cast<double>(start.cells) / static_cast<double>(std::max<Count>(call.plan.inference.context, 1));
    return out;
}

} // namespace

Result<EngineStart> start_llama_cpp(const StartCall &call)
{
    Result<LlamaCall> asked = call_of(call);
    if (!asked) return asked.error();
    const Count batch = asked->batch;
    const Result<LlamaStart> start = llama_start(std::move(*asked));
    if (!start) return start.error();
    return answer(call, batch, *start);
}

WeightDtype engines::converted_dtype(const Plan & /*plan*/, const Architecture &model, const CardFacts & /*card*/)
{
    const std::optional<Dtype> dtype = model.config_dtype;
    return dtype == Dtype::fp32 ? WeightDtype::fp32 : dtype == Dtype::bf16 ? WeightDtype::bf16 : WeightDtype::fp16;
}

engines::OllamaDefaults engines::ollama_defaults(std::optional<Bytes> memory_of_all_cards, std::optional<Count> context,
                                                 Count trained)
{
    OllamaDefaults out;
    const Bytes memory = memory_of_all_cards.value_or(0);
    out.context = context.value_or(memory >= 47 * gib ? 262144 : memory >= 23 * gib ? 32768 : 4096);
    if (trained > 0) out.context = std::min(out.context, trained);
    out.context = std::max<Count>(out.context, 4);
    out.batch = out.context <= 4096 ? 512 : out.context <= 32768 ? 1024 : 2048;
    return out;
}

Result<EngineStart> start_ollama(const StartCall &call)
{
    Result<LlamaCall> asked = call_of(call);
    if (!asked) return asked.error();
    const Count cards = static_cast<Count>(asked->cards.size());
    const std::optional<Bytes> memory = call.memory ? checked_mul(*call.memory, cards) : std::nullopt;
    const std::optional<Count> context =
        call.plan.has("inference.context") ? std::optional(call.plan.inference.context) : std::nullopt;
    const Count trained = call.architecture.decoder ? call.architecture.decoder->max_positions : 0;
    const engines::OllamaDefaults defaults = engines::ollama_defaults(memory, context, trained);
    const Count parallel = call.settings.max_num_seqs.value_or(std::max<Count>(call.plan.inference.sequences, defaults.parallel));
    asked->context = defaults.context * parallel;
    asked->server_slots = parallel;
    asked->batch = call.settings.max_num_batched_tokens.value_or(defaults.batch);
    const bool automatic = !context;
    // where the cards are too small, an automatic context goes down by a step
    for (const Count step : {Count{32768}, Count{4096}}) {
        LlamaCall tried = *asked;
        const Result<LlamaStart> start = llama_start(std::move(tried));
        if (!start) return start.error();
        if (!automatic || !start->refuses || asked->context <= step * parallel) return answer(call, asked->batch, *start);
        asked->context = step * parallel;
        asked->batch = call.settings.max_num_batched_tokens.value_or(engines::ollama_defaults({}, step, 0).batch);
    }
    const Count batch = asked->batch;
    const Result<LlamaStart> start = llama_start(std::move(*asked));
    if (!start) return start.error();
    return answer(call, batch, *start);
}

} // namespace plimsoll
