// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/objective_head.h"

#include "core/families/describe/pieces.h"
#include "core/ground/memo.h"
#include "core/load/load_named.h"
#include "core/model/extension.h"
#include "core/objectives/objectives.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace plimsoll {

namespace {

void drop_head(Architecture &out, DecoderSpec &spec)
{
    std::erase_if(out.modules, [&spec](const Module &module) { return module.name == spec.head.name; });
    out.output_embedding.clear();
    out.generates = false;
}

void put_score(Architecture &out, DecoderSpec &spec)
{
    spec.head = linear("score", spec.hidden, 1);
    spec.tied = false;
    Module score;
    score.name = spec.head.name;
    score.kind = ModuleKind::linear;
    score.parameters.push_back({.name = "weight", .shape = {1, spec.hidden}});
    out.modules.push_back(std::move(score));
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->scores_sequence = true;
    spec.extension = std::move(around);
}

ArchitectureRef built(const Architecture &architecture, bool headless)
{
    Architecture out = architecture;
    DecoderSpec &spec = *out.decoder;
    drop_head(out, spec);
    if (headless)
        spec.tied = true; // nothing of its own: nobody runs it
    else
        put_score(out, spec);
    out.config_sha256 += headless ? " without a head" : " with a score";
    out.all_parameters = out.total_parameters();
    out.active_parameters = architecture.active_parameters - (architecture.all_parameters - out.all_parameters);
    return std::make_shared<const Architecture>(std::move(out));
}

/// An encoder's states alone, as AutoModel builds it of a checkpoint whose file names a class with a head over words (bert.py,
/// BertForMaskedLM: without a pooler).
ArchitectureRef bare_encoder(const Architecture &architecture)
{
    Architecture out = architecture;
    auto around = std::make_shared<DecoderExtension>(*out.decoder->extension);
    auto sequence = std::make_shared<SequenceSpec>(*around->sequence);
    const auto outside = [base = sequence->base](const auto &part) { return !part.name.starts_with(base); };
    std::erase_if(out.modules, outside);
    std::erase_if(sequence->modules, outside);
    std::erase_if(sequence->linears, outside);
    std::erase_if(sequence->norms, outside);
    sequence->head = SequenceHead::none;
    for (std::string *name : {&sequence->transform, &sequence->transform_norm, &sequence->output}) name->clear();
    around->sequence = std::move(sequence);
    out.decoder->extension = std::move(around);
    out.output_embedding.clear();
    out.config_sha256 += " without a head";
    out.all_parameters = out.total_parameters();
    out.active_parameters = architecture.active_parameters - (architecture.all_parameters - out.all_parameters);
    return std::make_shared<const Architecture>(std::move(out));
}

/// AutoModelForSequenceClassification with one label of an encoder's configuration, whichever class that names; null: there is none.
ArchitectureRef scoring_encoder(const Architecture &architecture)
{
    nlohmann::json config = nlohmann::json::parse(architecture.encoder_config, nullptr, false);
    const std::string name = architecture.class_name;
    constexpr std::string_view scores = "ForSequenceClassification";
    if (!config.is_object() || name.ends_with(scores)) return nullptr;
    const std::size_t stem = std::min(name.find("For"), name.find("Model"));
    if (stem == std::string::npos) return nullptr;
    config["architectures"] = {name.substr(0, stem) + std::string(scores)};
    config["num_labels"] = 1;
    config.erase("id2label");
    const Result<ArchitectureRef> read = named_class_from_config(config.dump(), architecture.source);
    if (!read) return nullptr;
    Architecture out = **read;
    out.name = architecture.name;
    out.generates = false;
    return std::make_shared<const Architecture>(std::move(out));
}

bool writes_words(const SequenceSpec &sequence)
{
    return sequence.head == SequenceHead::tokens && !sequence.base.empty() && sequence.decoder_layers == 0 &&
           !sequence.decoder_alone && !sequence.transform.empty();
}

struct HeadedModels : Memo<bool, ArchitectureRef, 2> {}; // by whether there is no head at all

} // namespace

namespace {

ArchitectureRef with_other_head(const ArchitectureRef &architecture, bool headless)
{
    const auto &decoder = architecture->decoder;
    if (headless && decoder && decoder->extension && decoder->extension->sequence && writes_words(*decoder->extension->sequence))
        return architecture->analyses.of<HeadedModels>().get(headless, [&] { return bare_encoder(*architecture); });
    if (!headless && !architecture->encoder_config.empty())
        return architecture->analyses.of<HeadedModels>().get(headless, [&] { return scoring_encoder(*architecture); });
    if (!decoder || decoder->kinds.empty()) return nullptr;
    if (decoder->extension && (decoder->extension->scores_sequence || decoder->extension->sequence)) return nullptr;
    return architecture->analyses.of<HeadedModels>().get(headless, [&] { return built(*architecture, headless); });
}

} // namespace

ArchitectureRef built_for_objective(const ArchitectureRef &architecture, const Plan &plan)
{
    const ObjectiveHead head = objective_of(plan).head;
    return head == ObjectiveHead::language ? nullptr : with_other_head(architecture, head == ObjectiveHead::none);
}

ArchitectureRef with_score_head(const ArchitectureRef &architecture)
{
    const ArchitectureRef scoring = with_other_head(architecture, false);
    return scoring ? scoring : architecture;
}

} // namespace plimsoll
