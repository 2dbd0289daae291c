// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/class_of.h"

#include "core/families/describe/class_forms.h"
#include "core/families/describe/family.h"
#include "core/families/describe/hub_code.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/quantization/quantization.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 3> writing{"ForCausalLM", "LMHeadModel", "ForConditionalGeneration"};

bool class_of_writes(std::string_view class_name)
{
    return std::ranges::any_of(writing, [class_name](std::string_view end) { return class_name.ends_with(end); });
}

std::optional<ClassForm> form_of(const Family &family, const std::string &named)
{
    const std::optional<ClassForm> form = find_class_form(named);
    const Family *other = form ? find_family(form->model_type) : nullptr;
    return other && other->name == family.name ? form : std::nullopt;
}

void count_as_main(const std::string &named, Draft &draft)
{
    draft.arch.exact = false;
    const std::string &counted = draft.arch.class_name;
    draft.arch.assumptions.push_back(
        counted.empty() ? phrase(QT_TRANSLATE_NOOP("core", "the class %1 is not described: counted as its base model"), {named})
                        : phrase(QT_TRANSLATE_NOOP("core", "the class %1 is not described: counted as %2"), {named, counted}));
}

/// Families that look at the class themselves; what they refuse, the table may have.
void describe_by_own_classes(const Family &family, const std::string &named, const Config &config, Draft &draft)
{
    const Draft before = draft;
    draft.arch.class_name = named;
    try {
        return family.describe(config, draft);
    } catch (const Refusal &refusal) {
        if (refusal.error.field != config.full_key("architectures")) throw;
    }
    draft = before;
    const std::optional<ClassForm> form = form_of(family, named);
    draft.arch.class_name = form ? form->main_class : std::string{};
    family.describe(config, draft);
    if (form)
        take_class_form(*form, named, config, draft);
    else
        count_as_main(named, draft);
}

/// The family of text_config where `named` is its class: transformers then builds the language model alone of that object.
const Family *text_family(const Family &family, const std::string &named, const Config &config)
{
    if (!class_of_writes(named) || named == family.class_name || !config.raw("text_config").is_object()) return nullptr;
    const Family *text = find_family(config.sub_type("text_config"));
    return text && text->class_name == named ? text : nullptr;
}

/// Types of which AutoModelForCausalLM builds the language model alone, with its type: the class that it is mapped to takes
/// text_config (transformers 5.23, models/auto/modeling_auto.py, MODEL_FOR_CAUSAL_LM_MAPPING_NAMES; auto_factory.py,
/// from_config and from_pretrained).
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> text_alone{{{"dots3_note", "dots3_note_text"},
                                                                                   {"emu3", "emu3_text_model"},
                                                                                   {"llama4", "llama4_text"},
                                                                                   {"mllama", "mllama_text_model"},
                                                                                   {"qwen3_5", "qwen3_5_text"},
                                                                                   {"qwen3_5_moe", "qwen3_5_moe_text"},
                                                                                   {"qwen4_exp", "qwen4_exp_text"}}};

const Family *text_alone_of(const Family &family)
{
    const auto found = std::ranges::find(text_alone, family.model_type, &decltype(text_alone)::value_type::first);
    return found == text_alone.end() ? nullptr : find_family(found->second);
}

/// Keeps what stands beside the language model of `whole`: stacks that take the class that the file names load it too.
void keep_towers(const Draft &whole, Draft &draft)
{
    if (!draft.arch.decoder) return;
    Draft copy = whole;
    std::vector<Module> modules = copy.tree.take();
    std::erase_if(modules, [](const Module &module) {
        const auto within = [&](std::string_view part) { return module.name.find(part) != std::string::npos; };
        return within("language_model.") || within("text_model.") || module.name.starts_with("lm_head");
    });
    DecoderSpec &spec = *draft.arch.decoder;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->towers = std::move(modules);
    around->whole_class = whole.arch.class_name;
    spec.extension = std::move(around);
}

/// `draft` becomes the language model of text_config, which a plan runs; the whole that the file means is returned.
Draft describe_text_alone(const Family &family, const Family &text, const Config &config, bool names_whole, Draft &draft)
{
    Draft whole = draft;
    whole.arch.class_name = family.class_name;
    family.describe(config, whole);
    if (draft.arch.quantization) draft.arch.quantization = for_text_alone(*draft.arch.quantization);
    draft.arch.model_type = text.model_type;
    draft.arch.class_name = text.class_name;
    text.describe(config.sub("text_config", std::string(text.model_type)), draft);
    draft.arch.assumptions.push_back(phrase(
        QT_TRANSLATE_NOOP("core", "a plan runs %1, the language model of %2 alone, which %3 builds; %4 has towers beside it"),
        {draft.arch.class_name, "text_config", "AutoModelForCausalLM", whole.arch.class_name}));
    if (names_whole) keep_towers(whole, draft);
    return whole;
}

/// Types whose configuration alone says what AutoModelForCausalLM builds, while the file means an encoder or a pair
/// (transformers 5.23, models/auto/modeling_auto.py, MODEL_FOR_CAUSAL_LM_MAPPING_NAMES).
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> writing_classes{
    {{"bart", "BartForCausalLM"},
     {"bert", "BertLMHeadModel"},
     {"camembert", "CamembertForCausalLM"},
     {"mbart", "MBartForCausalLM"},
     {"roberta", "RobertaForCausalLM"},
     {"whisper", "WhisperForCausalLM"},
     {"xlm-roberta", "XLMRobertaForCausalLM"}}};

std::string_view writing_class_of(const Family &family)
{
    const auto found = std::ranges::find(writing_classes, family.model_type, &decltype(writing_classes)::value_type::first);
    return found == writing_classes.end() ? std::string_view{} : found->second;
}

/// `draft` becomes the class that writes, which a plan runs; what the file means by itself is returned.
Draft describe_writing(const Family &family, std::string_view writer, const Config &config, Draft &draft)
{
    Draft meant = draft;
    family.describe(config, meant);
    draft.arch.class_name = writer;
    family.describe(config, draft);
    draft.arch.assumptions.push_back(phrase(
        QT_TRANSLATE_NOOP("core", "%1 is absent: a plan runs %2, which %3 builds; %4 names what is trained as something else"),
        {"architectures", draft.arch.class_name, "AutoModelForCausalLM", "architectures"}));
    return meant;
}

bool runs_as_language_model(const Draft &draft)
{
    const auto &decoder = draft.arch.decoder;
    return decoder && draft.arch.generates && !(decoder->extension && decoder->extension->sequence);
}

/// Families that look at the class themselves have no class of their own: what their classes' names start with, and how that of the
/// one that writes ends.
struct Stem {
    std::string_view family, stem, writes = "ForCausalLM";
};
constexpr Stem stems[] = {{"bart", "Bart"},      {"bert", "Bert", "LMHeadModel"}, {"clip", "CLIP"}, {"distilbert", "DistilBert"},
                          {"mbart", "MBart"},    {"roberta", "Roberta"},          {"t5", "T5"},     {"vit", "ViT"},
                          {"whisper", "Whisper"}};

const Stem *told_stem(const Family &family)
{
    const auto *found = std::ranges::find(stems, family.name, &Stem::family);
    return family.class_name.empty() && found != std::end(stems) ? found : nullptr;
}

std::string stem_of(const Family &family)
{
    if (const Stem *told = told_stem(family)) return std::string(told->stem);
    std::string_view stem = family.class_name;
    for (const std::string_view end : {"For", "LMHeadModel", "WithLMHeadModel", "Decoder", "Model"})
        if (const auto at = stem.rfind(end); at != std::string_view::npos && at > 0) stem = stem.substr(0, at);
    return std::string(stem);
}

} // namespace

std::string auto_class(const Family &family, bool to_write)
{
    const std::string_view own = family.class_name;
    const bool decoder = own.ends_with("ForCausalLM") || own.ends_with("LMHeadModel") || own.ends_with("Decoder");
    if (to_write ? decoder : own.ends_with("Model") && !own.ends_with("LMHeadModel")) return {};
    const std::string stem = stem_of(family);
    if (to_write) {
        const Stem *told = told_stem(family);
        return stem + std::string(told ? told->writes : Stem{}.writes);
    }
    return stem + (own.ends_with("Decoder") ? "Encoder" : "Model"); // BertGenerationEncoder
}

std::string backbone_class(const Family &family)
{
    return family.class_name.ends_with("Backbone") ? std::string() : stem_of(family) + "Backbone";
}

std::optional<Draft> describe_class(const Family &family, const std::string &named, const Config &config, Draft &draft)
{
    if (family.class_name.empty()) {
        if (const std::string_view writer = writing_class_of(family); named.empty() && !writer.empty())
            return describe_writing(family, writer, config, draft);
        describe_by_own_classes(family, named, config, draft);
        return std::nullopt;
    }
    if (const Family *text = text_family(family, named, config)) {
        draft.arch.model_type = text->model_type;
        draft.arch.class_name = named;
        text->describe(config.sub("text_config"), draft);
        draft.arch.assumptions.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 names %2: the language model of %3 alone"),
                                                {"architectures", named, "text_config"}));
        return std::nullopt;
    }
    if (const Family *text = text_alone_of(family); text && (named.empty() || named == family.class_name))
        return describe_text_alone(family, *text, config, !named.empty(), draft);
    draft.arch.class_name = family.class_name;
    family.describe(config, draft);
    const std::string main = draft.arch.class_name;
    if (named.empty() || named == main) return std::nullopt;
    const std::optional<ClassForm> form = form_of(family, named);
    if (!form) {
        if (!names_same_code(named, main, config)) count_as_main(named, draft);
        return std::nullopt;
    }
    if (!runs_as_language_model(draft)) {
        take_class_form(*form, named, config, draft);
        return std::nullopt;
    }
    std::optional<Draft> apart = draft;
    take_class_form(*form, named, config, *apart);
    draft.arch.assumptions.push_back(
        phrase(QT_TRANSLATE_NOOP("core", "%1 names %2; a plan runs %3, which trainers of language models build of it"),
               {"architectures", named, main}));
    return apart;
}

} // namespace plimsoll
