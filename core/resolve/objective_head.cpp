// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/objective_head.h"

#include "core/families/describe/pieces.h"
#include "core/ground/memo.h"
#include "core/load/load_named.h"
#include "core/model/extension.h"
#include "core/objectives/objectives.h"
#include "core/resolve/runners.h"

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

void put_score(Architecture &out, DecoderSpec &spec, Count labels)
{
    spec.head = linear("score", spec.hidden, labels);
    spec.tied = false;
    Module score;
    score.name = spec.head.name;
    score.kind = ModuleKind::linear;
    score.parameters.push_back({.name = "weight", .shape = {labels, spec.hidden}});
    out.modules.push_back(std::move(score));
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->scores_sequence = true;
    spec.extension = std::move(around);
}

/// `labels`: 0 for no head at all.
ArchitectureRef built(const Architecture &architecture, Count labels)
{
    Architecture out = architecture;
    DecoderSpec &spec = *out.decoder;
    drop_head(out, spec);
    if (labels == 0)
        spec.tied = true; // nothing of its own: nobody runs it
    else
        put_score(out, spec, labels);
    out.config_sha256 += labels == 0 ? " without a head" : " with a score";
    if (labels > 1) out.config_sha256 += '/' + std::to_string(labels);
    out.all_parameters = out.total_parameters();
    out.active_parameters = architecture.active_parameters - (architecture.all_parameters - out.all_parameters);
    return std::make_shared<const Architecture>(std::move(out));
}

/// A class of transformers of an encoder's configuration, whichever of its family the file names: the family's stem with `end`; null:
/// it is that class, or there is none.
ArchitectureRef other_class(const Architecture &architecture, std::string_view end, nlohmann::json config)
{
    const std::string &name = architecture.class_name;
    if (!config.is_object() || (name.ends_with(end) && !name.ends_with("LMHeadModel"))) return nullptr;
    const std::size_t stem = std::min({name.find("For"), name.find("LMHead"), name.find("Model")});
    if (stem == std::string::npos) return nullptr;
    config["architectures"] = {name.substr(0, stem) + std::string(end)};
    const Result<ArchitectureRef> read = named_class_from_config(config.dump(), architecture.source);
    if (!read) return nullptr;
    Architecture out = **read;
    out.name = architecture.name;
    out.generates = false;
    return std::make_shared<const Architecture>(std::move(out));
}

/// AutoModel of an encoder (sentence-transformers 6.2 base/modules/transformer.py, ms-swift): without a head, with the pooler where
/// its class has one.
ArchitectureRef bare_encoder(const Architecture &architecture)
{
    return other_class(architecture, "Model", nlohmann::json::parse(architecture.encoder_config, nullptr, false));
}

/// AutoModelForSequenceClassification with so many labels.
ArchitectureRef scoring_encoder(const Architecture &architecture, Count labels)
{
    nlohmann::json config = nlohmann::json::parse(architecture.encoder_config, nullptr, false);
    if (!config.is_object()) return nullptr;
    config["num_labels"] = labels;
    config.erase("id2label");
    return other_class(architecture, "ForSequenceClassification", std::move(config));
}

struct HeadedModels : Memo<Count, ArchitectureRef, 4> {}; // by labels; 0: there is no head at all

} // namespace

namespace {

ArchitectureRef with_other_head(const ArchitectureRef &architecture, Count labels)
{
    const auto &decoder = architecture->decoder;
    if (!architecture->encoder_config.empty())
        return architecture->analyses.of<HeadedModels>().get(
            labels, [&] { return labels == 0 ? bare_encoder(*architecture) : scoring_encoder(*architecture, labels); });
    if (!decoder || decoder->kinds.empty()) return nullptr;
    if (decoder->extension && (decoder->extension->scores_sequence || decoder->extension->sequence)) return nullptr;
    return architecture->analyses.of<HeadedModels>().get(labels, [&] { return built(*architecture, labels); });
}

} // namespace

ArchitectureRef built_for_objective(const ArchitectureRef &architecture, const Plan &plan)
{
    const ObjectiveHead head = objective_of(plan).head;
    if (head == ObjectiveHead::language) return nullptr;
    if (head == ObjectiveHead::score && stack_of(plan).models.scores_beside_head && architecture->decoder) return nullptr;
    return with_other_head(architecture, head == ObjectiveHead::none ? 0 : scores_of(plan));
}

ArchitectureRef with_score_head(const ArchitectureRef &architecture)
{
    const ArchitectureRef scoring = with_other_head(architecture, 1);
    return scoring ? scoring : architecture;
}

} // namespace plimsoll
