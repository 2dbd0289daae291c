// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, conversion/, src/models/, src/llama-context.cpp, common/speculative.cpp, tools/server/server-context.cpp
#include "core/engines/llama/llama_refusals.h"

#include "core/engines/residents/prediction_classes.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace plimsoll::engines {

namespace {

/// Classes that the planner knows and for which conversion/ registers no model and src/models/ has no graph, under this name or
/// another. Files of them that other tools wrote are not loaded either.
constexpr std::string_view without_graph[] = {
    "BioGptForCausalLM",    "CodeGenForCausalLM",         "GPTJForCausalLM",
    "GPTNeoForCausalLM",    "GPTNeoXJapaneseForCausalLM", "HeliumForCausalLM",
    "OPTForCausalLM",       "OpenAIGPTLMHeadModel",       "PersimmonForCausalLM",
    "Phi3SmallForCausalLM", "RecurrentGemmaForCausalLM",  "RwkvForCausalLM",
    "XGLMForCausalLM",      "DiffLlamaForCausalLM",
};

/// SPEC_VOCAB_MAX_SIZE_DIFFERENCE: words that one of two vocabularies may have more.
constexpr Count words_apart = 128;

std::optional<Error> without_conversion(const StartCall &call)
{
    const std::string &name = call.architecture.class_name;
    if (call.file != nullptr || std::ranges::find(without_graph, name) == std::end(without_graph)) return std::nullopt;
    return Error{"model", name, {}, "Model " + name + " is not supported"};
}

/// llama_init_from_model returns no context of type MTP, and the server ends.
std::optional<Error> no_layer_drafts(const StartCall &call, const LlamaBeside &beside)
{
    if (call.settings.speculative.method != SpeculativeMethod::mtp || !beside.draft.tensors.empty()) return std::nullopt;
    // a type whose layer behind is not described may have one
    if (call.file == nullptr && ranks::prediction_layers(call.architecture).value_or(0) > 0) return std::nullopt;
    return Error{"inference.speculative.method", "mtp", "none | ngram | draft_model | eagle3",
                 "failed to create MTP context: context type MTP requested but model doesn't contain MTP layers"};
}

Count words_of(const Architecture &model) { return model.decoder ? model.decoder->vocab : 0; }

} // namespace

std::optional<Error> refused_by_llama(const StartCall &call, const LlamaBeside &beside)
{
    if (std::optional<Error> refusal = without_conversion(call)) return refusal;
    return no_layer_drafts(call, beside);
}

bool frees_drafter(const StartCall &call, const LlamaBeside &beside, const LlamaBuild &build)
{
    if (!build.drops_strangers || beside.draft.model == nullptr) return false;
    const Count own = words_of(call.architecture), other = words_of(*beside.draft.model);
    return std::abs(own - other) > words_apart;
}

void free_drafter(EngineStart &out, const StartCall &call, const LlamaStart &start)
{
    std::erase_if(out.parts, [](const EnginePart &part) { return part.part == "drafter"; });
    for (std::size_t i = 0; i < std::min(out.places.size(), start.drafter.size()); ++i) {
        out.places[i].weights -= start.drafter[i].weights;
        out.places[i].kv_cache -= start.drafter[i].kv_cache;
        out.places[i].state -= start.drafter[i].state;
        out.places[i].compute -= start.drafter[i].compute;
    }
    const Architecture *const model = call.architecture.assistant.get();
    out.warnings.push_back(
        {"drafter_freed",
         phrase(QT_TRANSLATE_NOOP("core",
                                  "%1 loads the model that drafts, finds its %2 words more than %3 off the model's %4, frees it "
                                  "again and serves without: nothing is drafted (%5)"),
                {"llama.cpp", localised(grouped(model ? words_of(*model) : 0)), localised(grouped(words_apart)),
                 localised(grouped(words_of(call.architecture))), "common/speculative.cpp"}),
         "inference.speculative.model"});
}

} // namespace plimsoll::engines
