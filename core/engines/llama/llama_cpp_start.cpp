// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, common/arg.cpp, common/fit.cpp, src/llama-context.cpp
#include "core/engines/llama/llama_cpp_start.h"

#include "core/engines/llama/llama_beside.h"
#include "core/engines/llama/llama_prepared.h"
#include "core/engines/llama/llama_refusals.h"
#include "core/ground/context_size.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
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

std::optional<Error> out_of_limits(const StartCall &call)
{
    constexpr Count cells_limit = Count{1} << 28, batch_limit = Count{1} << 20, slots_limit = 256; // LLAMA_MAX_SEQ
    const std::optional<std::int64_t> context = checked_mul(call.plan.inference.context, call.plan.inference.sequences);
    if (!context || *context < 1 || *context > cells_limit)
        return out_of_range("inference.context", call.plan.inference.context, cells_limit);
    if (const Count slots = call.settings.max_num_seqs.value_or(1); slots < 1 || slots > slots_limit)
        return out_of_range("inference.max_num_seqs", slots, slots_limit);
    if (const Count batch = call.settings.max_num_batched_tokens.value_or(1); batch < 1 || batch > batch_limit)
        return out_of_range("inference.max_num_batched_tokens", batch, batch_limit);
    return std::nullopt;
}

Bytes sum_of_place(const EnginePlace &place) { return place.weights + place.kv_cache + place.state + place.compute; }

/// What stands on the fullest card, phase by phase.
void stand(step::Machine &machine, const EnginePlace &card)
{
    machine.grad_enabled = false;
    machine.begin_phase(Phase::load);
    const step::Tensor weights =
        machine.empty({card.weights}, Dtype::uint8, QT_TRANSLATE_NOOP("core", "model buffer"), Component::weights);
    machine.mark(QT_TRANSLATE_NOOP("core", "loaded"));
    machine.begin_phase(Phase::serve, QT_TRANSLATE_NOOP("core", "the caches are made"));
    const step::Tensor cache =
        machine.empty({card.kv_cache + card.state}, Dtype::uint8, QT_TRANSLATE_NOOP("core", "KV buffer"), Component::kv_cache);
    machine.mark(QT_TRANSLATE_NOOP("core", "the graph's buffer is made"));
    const step::Tensor compute =
        machine.empty({card.compute}, Dtype::uint8, QT_TRANSLATE_NOOP("core", "compute buffer"), Component::workspace);
    machine.mark(QT_TRANSLATE_NOOP("core", "it serves"));
}

std::string count(Count n) { return localised(grouped(n)); }

/// The start came up with less than was asked, or with layers on the host.
void say_what_was_lowered(EngineStart &out, const StartCall &call, const LlamaCall &asked, const LlamaStart &start)
{
    const std::string engine(name_of(call.plan.inference.engine));
    const Count before = call.plan.inference.context, sequences = std::max<Count>(call.plan.inference.sequences, 1);
    if (const Count after = start.cells / sequences; after < before) {
        out.context = after;
        out.warnings.push_back(
            {"context_lowered",
             phrase(QT_TRANSLATE_NOOP("core", "no context is given: %1 begins with %2 tokens and comes up with %3 here, so that "
                                              "%4 MiB of each card stay free (%5)"),
                    {engine, count(before), count(after), count(asked.margin / mib), "--fit, --fit-target"}),
             "inference.context"});
    }
    const Count layers = call.architecture.decoder->layer_count() + 1;
    if (asked.gpu_layers) return;
    if (start.gpu_layers < layers)
        out.warnings.push_back(
            {"layers_on_host",
             phrase(QT_TRANSLATE_NOOP("core", "%1 puts %2 of %3 layers on the cards, as many as fit: the others run on the host, "
                                              "which is many times slower"),
                    {engine, count(start.gpu_layers), count(layers)}),
             "inference.gpu_layers"});
    else if (start.host_experts > asked.host_experts)
        out.warnings.push_back(
            {"layers_on_host",
             phrase(QT_TRANSLATE_NOOP("core",
                                      "%1 leaves the experts of %2 of %3 layers with the host, so that the rest fits: they "
                                      "run there, which is several times slower"),
                    {engine, count(start.host_experts), count(layers - 1)}),
             "inference.host_experts"});
}

/// The file of --mmproj has tower and projector in one, with a buffer of its own; who drafts has weights, cache and buffers.
std::vector<EnginePart> parts_of(const StartCall &call, const engines::LlamaBeside &beside, const LlamaStart &start)
{
    std::vector<EnginePart> out;
    if (beside.tower > 0) out.push_back({"projector", beside.tower + beside.tower_compute, !call.settings.mmproj_offload});
    Bytes cards = 0, host = 0;
    for (const EnginePlace &place : start.drafter) (&place == &start.drafter.back() ? host : cards) += sum_of_place(place);
    if (cards > 0) out.push_back({"drafter", cards});
    if (host > 0) out.push_back({"drafter", host, true});
    return out;
}

} // namespace

Result<engines::LlamaPrepared> engines::llama_prepared(const StartCall &call, bool pictures)
{
    const std::optional<GgmlType> cache = cache_type(call.settings.kv_dtype);
    if (!cache)
        return Error{"inference.kv_dtype",
                     std::string(name_of(call.settings.kv_dtype)),
                     "auto | fp32 | fp16 | bf16 | q8_0 | q5_1 | q5_0 | q4_1 | q4_0 | iq4_nl",
                     {}};
    const std::optional<GgmlType> drafts = cache_type(call.settings.speculative.kv_dtype);
    if (!drafts)
        return Error{"inference.speculative.kv_dtype",
                     std::string(name_of(call.settings.speculative.kv_dtype)),
                     "auto | fp32 | fp16 | bf16 | q8_0 | q5_1 | q5_0 | q4_1 | q4_0 | iq4_nl",
                     {}};
    if (std::optional<Error> error = out_of_limits(call)) return *std::move(error);
    const LlamaBuild build = installed_by(call.plan).llama_cpp;
    Result<std::vector<GgufTensor>> tensors = tensors_of(call, build);
    if (!tensors) return tensors.error();
    engines::LlamaBeside beside = engines::llama_beside(call, *tensors, build, pictures);
    LlamaCall out{call.architecture, std::move(*tensors), build, {}};
    const int capability = call.card.capability_major * 10 + call.card.capability_minor;
    // what is free once the process has a context, as ggml_backend_dev_memory says it
    const std::optional<Bytes> free =
        call.memory ? std::optional(std::max<Bytes>(*call.memory - context_size::bare(call.card), 0)) : std::nullopt;
    for (Count i = 0; i < std::max<Count>(call.plan.parallel.pipeline, 1); ++i)
        out.cards.push_back({"CUDA" + std::to_string(i), free, capability});
    out.context = call.plan.inference.context * call.plan.inference.sequences;
    const bool lowers = call.settings.fit.value_or(true);
    out.context_given = call.plan.has("inference.context") || !build.fits_itself || !lowers;
    out.fit = lowers || call.settings.gpu_layers == -1; // "-c 0" keeps the context whole and leaves layers to --fit
    out.server_slots = call.settings.max_num_seqs;
    out.batch = call.settings.max_num_batched_tokens.value_or(512);
    out.keys = out.values = *cache;
    out.gpu_layers = call.settings.gpu_layers.value_or(Count{1} << 20);
    if (*out.gpu_layers < 0) out.gpu_layers.reset();
    out.flash = call.settings.flash_attention;
    out.host_experts = call.settings.host_experts;
    out.draft = beside.draft;
    out.draft.keys = out.draft.values = *drafts;
    out.draft.gpu_layers = call.settings.speculative.gpu_layers;
    out.projector = call.settings.mmproj_offload ? beside.tower + beside.tower_compute : 0;
    return LlamaPrepared{std::move(out), std::move(beside)};
}

EngineStart engines::llama_answer(const StartCall &call, const LlamaPrepared &asked, const LlamaStart &start)
{
    EngineStart out;
    out.taken = call.settings;
    out.taken.max_num_batched_tokens = asked.call.batch;
    if (call.settings.gpu_layers != -1) out.taken.gpu_layers = start.gpu_layers; // "auto" is asked anew of every change
    out.taken.flash_attention = start.flash ? "on" : "off";
    if (call.settings.kv_dtype == KvDtype::auto_) out.taken.kv_dtype = KvDtype::fp16; // common/common.h
    if (!call.plan.has("inference.host_experts")) out.taken.host_experts = start.host_experts;
    if (asked.beside.draft.tokens > 0) out.taken.speculative.tokens = asked.beside.draft.tokens;
    out.total = call.memory;
    out.places = start.places;
    if (!out.places.empty()) {
        EnginePlace &sees = call.settings.mmproj_offload ? out.places.front() : out.places.back(); // the last one is the host
        sees.weights += asked.beside.tower;
        sees.compute += asked.beside.tower_compute;
    }
    out.parts = parts_of(call, asked.beside, start);
    out.log = start.log;
    out.refuses = start.refuses;
    out.left_out = asked.beside.left_out;
    out.warnings = asked.beside.warnings;
    if (frees_drafter(call, asked.beside, asked.call.build)) free_drafter(out, call, start);
    // compute buffers of 127 starts of the real one and of 12 published logs; the model's tensors are counted
    out.spreads.buffers = {0.993, 1.01};
    const auto cards = std::span(out.places).first(out.places.size() - 1);
    if (const auto fullest = std::ranges::max_element(cards, {}, sum_of_place); fullest != cards.end()) {
        out.weights = fullest->weights;
        out.buffers = fullest->compute;
        out.state = fullest->state;
        out.kv_cache = out.load_cache = fullest->kv_cache;
        stand(call.machine, *fullest);
    }
    out.tokens = start.cells;
    out.max_context = start.context;
    say_what_was_lowered(out, call, asked.call, start);
    const Count context = out.context.value_or(call.plan.inference.context);
    out.max_concurrency = static_cast<double>(start.cells) / static_cast<double>(std::max<Count>(context, 1));
    return out;
}

Result<EngineStart> start_llama_cpp(const StartCall &call)
{
    const Result<engines::LlamaPrepared> asked = engines::llama_prepared(call, call.settings.mmproj);
    if (!asked) return asked.error();
    Result<LlamaStart> start = llama_start(asked->call);
    if (!start) return start.error();
    if (std::optional<Error> refusal = engines::refused_by_llama(call, asked->beside)) start->refuses = std::move(refusal);
    return engines::llama_answer(call, *asked, *start);
}

WeightDtype engines::converted_dtype(const Plan & /*plan*/, const Architecture &model, const CardFacts & /*card*/)
{
    const std::optional<Dtype> dtype = model.config_dtype;
    return dtype == Dtype::fp32 ? WeightDtype::fp32 : dtype == Dtype::bf16 ? WeightDtype::bf16 : WeightDtype::fp16;
}

std::optional<TakenContext> engines::llama_cpp_context(const Plan &plan, const Architecture &model, const CardFacts & /*card*/)
{
    const Inference &run = plan.inference;
    const Count sequences = std::max<Count>(run.sequences, 1);
    constexpr Count old_default = 4096;
    if (!installed_by(plan).llama_cpp.fits_itself)
        return TakenContext{std::max<Count>(old_default / sequences, 1),
                            phrase(QT_TRANSLATE_NOOP("core", "%1 takes %2 cells for all slots where nobody gives %3 (%4)"),
                                   {"llama.cpp", count(old_default), "--ctx-size", "common/common.h, until b7406"})};
    const Count own = model.decoder ? model.decoder->max_positions : 0;
    if (own <= 0) return std::nullopt;
    const bool whole = !run.fit.value_or(true);
    if (whole && run.gpu_layers != -1)
        return TakenContext{
            std::max<Count>(own / sequences, 1),
            phrase(QT_TRANSLATE_NOOP("core", "%1 takes the model's own %2 tokens for all slots where nobody gives "
                                             "%3, and %4 lowers nothing (%5)"),
                   {"llama.cpp", count(own), "--ctx-size", "--fit off", "src/llama-context.cpp"})};
    const Count caches = std::max(sequences, run.max_num_seqs.value_or(1));
    if (whole)
        return TakenContext{own * caches / sequences,
                            phrase(QT_TRANSLATE_NOOP("core", "%1 takes the model's own %2 tokens whole where %3 is 0 (%4)"),
                                   {"llama.cpp", count(own), "--ctx-size", "common/arg.cpp"})};
    return TakenContext{own * caches / sequences,
                        phrase(QT_TRANSLATE_NOOP("core", "%1 begins with the model's own %2 tokens where nobody gives %3, and "
                                                         "lowers them until they fit (%4)"),
                               {"llama.cpp", count(own), "--ctx-size", "common/fit.cpp"})};
}

} // namespace plimsoll
