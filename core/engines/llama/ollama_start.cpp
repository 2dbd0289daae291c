// SPDX-License-Identifier: GPL-3.0-or-later
// Ollama fb307609, llm/llama_server.go, server/sched.go, server/routes.go, envconfig/config.go
#include "core/engines/llama/llama_cpp_start.h"
#include "core/engines/llama/llama_prepared.h"
#include "core/engines/rank.h"
#include "core/ground/context_size.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/serving/llama_classes.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

constexpr Count small_step = 4096, middle_step = 32768, large_step = 262144;

Count trained_length(const Architecture &model) { return model.decoder ? model.decoder->max_positions : 0; }

/// Cards of the machine, as the plan names them: those that hold the model, or "NAME:2" where one of two does.
Count cards_of(const Plan &plan)
{
    Count most = std::max<Count>(plan.parallel.pipeline, 1);
    for (const std::string &name : plan.target.gpus) {
        const std::size_t colon = name.rfind(':');
        Count count = 0;
        if (colon == std::string::npos) continue;
        const char *end = name.data() + name.size();
        if (std::from_chars(name.data() + colon + 1, end, count).ptr == end) most = std::max(most, count);
    }
    return most;
}

/// What it guesses of the file and its cache before it starts the server (PredictServerVRAM).
Bytes predicted_of(const LlamaCall &call)
{
    Bytes out = 0;
    for (const GgufTensor &tensor : call.tensors) out += tensor.bytes();
    const DecoderSpec &decoder = *call.architecture.decoder;
    Count heads = 0, width = 0;
    for (const LayerSpec &kind : decoder.kinds) {
        if (kind.attention.kind == AttentionKind::none || kind.attention.heads == 0) continue;
        heads = heads == 0 ? kind.attention.kv_heads : std::min(heads, kind.attention.kv_heads);
        width = decoder.hidden / kind.attention.heads;
    }
    return out + 2 * decoder.layer_count() * std::max<Count>(heads, 1) * width * call.context * 2;
}

/// num_batch, where nobody says it.
Count batch_of(const StartCall &call, const LlamaCall &asked)
{
    if (call.settings.max_num_batched_tokens) return *call.settings.max_num_batched_tokens;
    if (!asked.architecture.decoder) return 512;
    if (asked.flash == "off") return asked.context > small_step && call.memory && *call.memory <= 8 * gib ? 256 : 512;
    std::optional<Bytes> available;
    if (call.memory) available = (*call.memory - context_size::bare(call.card)) * static_cast<Count>(asked.cards.size());
    return engines::ollama_batch(asked.context, predicted_of(asked), available);
}

/// A file of its library brings the projector with it; one that stands in a folder brings none.
bool reads_pictures(const StartCall &call)
{
    if (call.plan.has("inference.mmproj")) return call.settings.mmproj;
    return call.file == nullptr && call.architecture.decoder && !ranks::towers_of(call.architecture).empty();
}

/// The projector stays with the host where a card has less than it and a GiB free (shouldDisableMMProjOffload).
void place_projector(engines::LlamaPrepared &asked)
{
    asked.call.margin = gib + asked.beside.tower; // LLAMA_ARG_FIT_TARGET
    const std::optional<Bytes> free = asked.call.cards.front().memory;
    if (!free || *free >= asked.beside.tower + gib) return;
    asked.call.projector = asked.beside.tower = asked.beside.tower_compute = 0;
}

} // namespace

engines::OllamaDefaults engines::ollama_defaults(std::optional<Bytes> memory_of_all_cards, std::optional<Count> context,
                                                 Count trained)
{
    OllamaDefaults out;
    const Bytes memory = memory_of_all_cards.value_or(0);
    out.context = context.value_or(memory >= 47 * gib ? large_step : memory >= 23 * gib ? middle_step : small_step);
    if (trained > 0) out.context = std::min(out.context, trained);
    out.context = std::max<Count>(out.context, 4);
    out.batch = ollama_batch(out.context, 0, {});
    return out;
}

Count engines::ollama_batch(Count context, Bytes predicted, std::optional<Bytes> available)
{
    struct Step {
        Count batch;
        Count above;     // cells
        int share;       // of what is free, in per cent, that the load may take
        Bytes surcharge; // that it counts for the batch
    };
    constexpr Step steps[] = {{2048, middle_step, 60, 2 * gib}, {1024, small_step, 75, 768 * mib}};
    for (const Step &step : steps) {
        if (context <= step.above) continue;
        if (predicted <= 0 || !available) return step.batch;
        const Bytes threshold = *available / 100 * 80;
        if (predicted <= *available / 100 * step.share && predicted + step.surcharge <= threshold) return step.batch;
    }
    return 512;
}

std::optional<TakenContext> engines::ollama_context(const Plan &plan, const Architecture &model, const CardFacts &card)
{
    const Count cards = cards_of(plan);
    const std::optional<Bytes> memory = card.memory ? checked_mul(*card.memory, cards) : std::nullopt;
    const Count taken = ollama_defaults(memory, {}, trained_length(model)).context;
    const auto count = [](Count n) { return localised(grouped(n)); };
    if (!memory)
        return TakenContext{taken, phrase(QT_TRANSLATE_NOOP("core", "%1 takes %2 tokens where it finds less than 23 GiB on its "
                                                                    "cards; no card is named"),
                                          {"Ollama", count(taken)})};
    return TakenContext{
        taken,
        phrase(QT_TRANSLATE_NOOP("core", "%1 goes by the memory of all cards, %2 GiB here: %3 tokens from 47 GiB on, %4 from "
                                         "23 on, else %5, and never more than the model's own (%6)"),
               {"Ollama", localised(gib_table(*memory)), count(large_step), count(middle_step), count(small_step),
                "server/routes.go"})};
}

Result<EngineStart> start_ollama(const StartCall &call)
{
    Result<engines::LlamaPrepared> asked = engines::llama_prepared(call, reads_pictures(call));
    if (!asked) return asked.error();
    const bool automatic = !call.plan.has("inference.context");
    const std::optional<Count> context = automatic ? std::nullopt : std::optional(call.plan.inference.context);
    const std::optional<Bytes> memory = call.memory ? checked_mul(*call.memory, cards_of(call.plan)) : std::nullopt;
    const engines::OllamaDefaults defaults = engines::ollama_defaults(memory, context, trained_length(call.architecture));
    Count parallel = call.settings.max_num_seqs.value_or(std::max<Count>(call.plan.inference.sequences, defaults.parallel));
    if (llama_class(call.architecture.model_type).runs_alone) parallel = 1;
    LlamaCall &server = asked->call;
    server.context_given = true; // -c is always said
    server.server_slots = parallel;
    if (!call.settings.gpu_layers) server.gpu_layers.reset(); // -ngl is not
    place_projector(*asked);
    Count each = defaults.context;
    const auto start_with = [&](Count tokens) {
        server.context = tokens * parallel;
        server.batch = batch_of(call, server);
        return llama_start(server);
    };
    Result<LlamaStart> start = start_with(each);
    // an automatic context goes down by one step, once, where the server runs out of memory
    if (start && start->refuses && automatic && each > small_step) {
        each = each > middle_step ? middle_step : small_step;
        start = start_with(each);
    }
    if (!start) return start.error();
    EngineStart out = engines::llama_answer(call, *asked, *start);
    if (const Count asked_for = call.settings.max_num_seqs.value_or(call.plan.inference.sequences); asked_for > parallel)
        out.warnings.push_back(
            {"slots_lowered",
             phrase(QT_TRANSLATE_NOOP("core", "%1 runs one request at a time of a model of type %2, whatever %3 says"),
                    {"Ollama", call.architecture.model_type, "OLLAMA_NUM_PARALLEL"}),
             "inference.max_num_seqs"});
    out.taken.max_num_seqs = parallel;
    if (!call.settings.gpu_layers) out.taken.gpu_layers = -1; // num_gpu's own default: counted anew at every load
    out.taken.mmproj = asked->beside.tower > 0;
    std::erase_if(out.warnings, [](const Warning &warning) { return warning.code == "context_lowered"; });
    out.context.reset();
    if (each == call.plan.inference.context) return out;
    out.context = each;
    out.max_concurrency = static_cast<double>(out.tokens) / static_cast<double>(each);
    if (!automatic)
        out.warnings.push_back(
            {"context_lowered",
             phrase(QT_TRANSLATE_NOOP("core", "%1 takes at most the %2 tokens that the model was trained for, not %3"),
                    {"Ollama", localised(grouped(each)), localised(grouped(call.plan.inference.context))}),
             "inference.context"});
    return out;
}

} // namespace plimsoll
