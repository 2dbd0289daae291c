// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/decoder_classes.h"

#include "core/families/describe/approximate.h"
#include "core/families/describe/class_of.h"
#include "core/families/describe/hub_code.h"
#include "core/ground/phrase.h"
#include "core/ground/sha256.h"
#include "core/load/beside_pictures.h"
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/load/named_lengths.h"
#include "core/model/config/accepted.h"
#include "core/model/config/config_json.h"
#include "core/families/describe/family.h"
#include "core/model/lora/lora_rules.h"
#include "core/model/quantization/quantization.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace plimsoll {
namespace {

std::string string_at(const nlohmann::json &json, const char *key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::string first_architecture(const nlohmann::json &json)
{
    const auto found = json.find("architectures");
    if (found == json.end() || !found->is_array() || found->empty() || !found->front().is_string()) return {};
    return found->front().get<std::string>();
}

std::optional<Dtype> dtype_of(const nlohmann::json &json)
{
    for (const char *key : {"dtype", "torch_dtype"})
        if (const std::string text = string_at(json, key); !text.empty()) return dtype_from_name(text);
    for (const char *key : {"text_config", "llm_config", "language_config"})
        if (const auto inner = json.find(key); inner != json.end() && inner->is_object()) return dtype_of(*inner);
    return std::nullopt;
}

void count(Draft &draft)
{
    Architecture &arch = draft.arch;
    arch.modules = draft.tree.take();
    arch.all_parameters = arch.total_parameters();
    arch.active_parameters = arch.all_parameters - draft.tree.idle();
    for (const Module &module : arch.modules)
        if (module.kind == ModuleKind::embedding)
            for (const Parameter &parameter : module.parameters)
                if (!parameter.tied_to) arch.embedding_parameters += parameter.elements();
    if (const DefaultTargets *targets = default_lora_targets(arch.model_type)) {
        std::istringstream names{std::string(targets->names)};
        for (std::string name; names >> name;) arch.default_lora_targets.push_back(name);
    }
    if (!arch.decoder && arch.no_decoder_reason.empty())
        arch.no_decoder_reason =
            phrase(QT_TRANSLATE_NOOP("core", "the step of model type %1 is not described"), {arch.model_type});
}

/// "configs/Qwen__Qwen3-8B.json" -> "Qwen__Qwen3-8B"; a folder's name for its config.json.
std::string name_from_source(const std::string &source)
{
    std::string path = source;
    if (path.ends_with("/config.json")) path.resize(path.size() - 12);
    if (const auto slash = path.find_last_of("/\\"); slash != std::string::npos) path = path.substr(slash + 1);
    if (path.ends_with(".json")) path.resize(path.size() - 5);
    return path;
}

/// The model type whose class name starts as the first architecture does ("RobertaForMaskedLM"): for files without one.
std::string type_from_architecture(const std::string &architecture)
{
    for (const std::string_view start : {"Roberta", "Bert", "DistilBert", "T5", "Bart", "Whisper"})
        if (architecture.starts_with(start)) {
            std::string type(start);
            std::ranges::transform(type, type.begin(),
                                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
            return type;
        }
    for (const Family &family : families())
        if (!architecture.empty() && family.class_name == architecture) return std::string(family.model_type);
    return {};
}

/// The model type and the class that a file means, and how they were told where it does not say.
struct Told {
    std::string model_type, class_name;
    std::string assumption; ///< empty: both stand in the file
    bool guessed = false;
};

Told told_by(const nlohmann::json &json)
{
    Told out{string_at(json, "model_type"), first_architecture(json), {}, false};
    if (!out.model_type.empty()) return out;
    out.model_type = type_from_architecture(out.class_name);
    // the first encoders' files name neither; RoBERTa's has one token type and positions counted from 2
    out.guessed = out.model_type.empty() && json.contains("type_vocab_size");
    if (out.guessed) {
        const bool one = json["type_vocab_size"] == 1;
        out.model_type = one ? "roberta" : "bert";
        out.class_name = one ? "RobertaModel" : "BertModel";
    }
    if (!out.model_type.empty())
        out.assumption = phrase(out.guessed ? QT_TRANSLATE_NOOP("core", "%1 is absent; %2 was told by %3")
                                            : QT_TRANSLATE_NOOP("core", "%1 is absent; %2 was read from %3"),
                                {"model_type", out.model_type, out.guessed ? "type_vocab_size" : "architectures"});
    return out;
}

Architecture describe(const nlohmann::json &file, const std::string &source, std::string sha256, bool as_named)
{
    const Told told = told_by(file);
    const std::optional<nlohmann::json> renamed = in_current_keys(told.model_type, file);
    const nlohmann::json &json = renamed ? *renamed : file;
    const std::string described = described_as(told.model_type, told.class_name, json);
    const Family *family = find_family(described);
    Draft draft;
    draft.arch.model_type = told.model_type;
    draft.arch.family = family ? std::string(family->name) : "unknown";
    draft.arch.class_name = told.class_name;
    draft.arch.named_class = first_architecture(file);
    if (!told.assumption.empty()) draft.arch.assumptions.push_back(told.assumption);
    draft.arch.exact = !told.guessed;
    draft.arch.source = source;
    draft.arch.config_sha256 = std::move(sha256);
    draft.arch.name = name_from_source(source);
    draft.arch.config_dtype = dtype_of(json);
    draft.arch.quantization = quantization_of(json);
    AssumedSizes assumed;
    const Config config(json, described, {}, &assumed);
    std::optional<Draft> named;
    if (family)
        named = describe_class(*family, told.class_name, config, draft);
    else
        describe_unknown(config, draft);
    if (family) doubt_towers(told.class_name, config, draft);
    if (named && as_named) draft = *std::move(named);
    // a language model among towers has those of its own type
    const auto has_class = [](const DecoderSpec &spec) {
        const DecoderExtension *around = spec.inside_larger ? spec.extension.get() : nullptr;
        return around && (around->runs || around->no_cache || around->embedding_scale != EmbeddingScale::before_masks);
    };
    if (draft.arch.decoder && !has_class(*draft.arch.decoder)) {
        const bool text_alone = draft.arch.model_type != told.model_type;
        set_decoder_class(text_alone ? config.sub("text_config", draft.arch.model_type) : config, *draft.arch.decoder);
    }
    if (draft.arch.decoder) {
        keep_lengths(json, *draft.arch.decoder);
        keep_drafting(json, *draft.arch.decoder);
    }
    count(draft);
    for (std::string &line : account_for(assumed, config)) draft.arch.assumptions.push_back(std::move(line));
    return std::move(draft.arch);
}

Result<ArchitectureRef> read(std::string_view text, const std::string &source, bool as_named)
{
    const Result<nlohmann::json> json = parse_config_json(text, source);
    if (!json) return json.error();
    if (!json->is_object())
        return Error{source,
                     phrase(QT_TRANSLATE_NOOP("core", "a JSON %1"), {said_type(json->type_name())}),
                     phrase(QT_TRANSLATE_NOOP("core", "a JSON object")),
                     {}};
    try {
        Architecture made = describe(*json, source, sha256_hex(text), as_named);
        if (made.decoder && knows_pictures(string_at(*json, "model_type"))) {
            const std::filesystem::path path(source);
            const bool in_folder = path.filename() == "config.json";
            keep_pictures(text, in_folder ? path.parent_path() : std::filesystem::path(), *made.decoder);
        }
        const DecoderExtension *const around = made.decoder ? made.decoder->extension.get() : nullptr;
        if (around && around->sequence && around->sequence->decoder_layers == 0 && !around->sequence->decoder_alone)
            made.encoder_config = json->dump();
        return ArchitectureRef(std::make_shared<const Architecture>(std::move(made)));
    } catch (const Refusal &refusal) {
        return refusal.error;
    }
}

} // namespace

Result<ArchitectureRef> architecture_from_config(std::string_view text, const std::string &source)
{
    return read(text, source, false);
}

Result<ArchitectureRef> named_class_from_config(std::string_view text, const std::string &source)
{
    return read(text, source, true);
}

} // namespace plimsoll
