// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that name a model.
#include "core/plan/field_objects.h"

#include "core/model/reference.h"
#include "core/plan/field_types.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

using namespace field_types;

namespace {

std::optional<ModelReference> reference_of(const json &value)
{
    if (!value.is_object() || value.size() != 1) return std::nullopt;
    const std::string &key = value.begin().key();
    const json &held = value.front();
    ModelReference reference;
    if (key == "config" && held.is_object())
        reference.config_text = to_text(held);
    else if (!held.is_string() || held.get_ref<const std::string &>().empty())
        return std::nullopt;
    else if (key == "preset")
        reference.preset = held.get<std::string>();
    else if (key == "config")
        reference.config_path = held.get<std::string>();
    else if (key == "hub")
        reference.hub = held.get<std::string>();
    else
        return std::nullopt;
    return reference;
}

ordered_json written(const ModelReference &model)
{
    if (!model.preset.empty()) return {{"preset", model.preset}};
    if (!model.config_path.empty()) return {{"config", model.config_path}};
    if (!model.hub.empty()) return {{"hub", model.hub}};
    if (model.config_text.empty()) return nullptr;
    const ordered_json config = ordered_json::parse(model.config_text, nullptr, false);
    return {{"config", config.is_discarded() ? ordered_json(model.config_text) : config}};
}

/// The whole reference is replaced, whatever stood there.
bool read_model(Plan &plan, const json &value)
{
    std::optional<ModelReference> reference = reference_of(value);
    if (reference) plan.model = *std::move(reference);
    return reference.has_value();
}

std::optional<json> parse_model(std::string_view text)
{
    if (text.starts_with('{')) return json_value(text);
    const ModelReference reference = reference_from_text(text);
    if (!reference.preset.empty()) return json{{"preset", reference.preset}};
    if (!reference.hub.empty()) return json{{"hub", reference.hub}};
    return reference.config_path.empty() ? std::nullopt : std::optional<json>(json{{"config", reference.config_path}});
}

} // namespace

Field model_field()
{
    Field field{.path = "model",
                .option = "model",
                .about = "preset, path to a config.json or its folder, or Hub id (org/name)",
                .type = FieldType::object,
                .takes = {},
                .accepted = {},
                .choices = {},
                .read = read_model,
                .write = [](const Plan &plan) { return written(plan.model); },
                .parse = parse_model};
    set_accepted(field, {QT_TRANSLATE_NOOP("core", "one of {%1: NAME}, {%2: PATH or object}, {%3: %4}"),
                         {"\"preset\"", "\"config\"", "\"hub\"", "\"org/name\""}});
    return field;
}

namespace {

/// A second model beside the plan's own, which a plan need not have. `of`: where it stands in one.
template <auto of>
Field other_model(std::string path, std::string option, std::string about)
{
    Field out = model_field();
    out.path = std::move(path);
    out.option = std::move(option);
    out.about = std::move(about);
    out.read = [](Plan &plan, const json &value) {
        std::optional<ModelReference> reference = reference_of(value);
        if (reference) of(plan) = *reference;
        return reference.has_value();
    };
    out.write = [](const Plan &plan) { return of(plan) ? written(*of(plan)) : ordered_json(nullptr); };
    return out;
}

constexpr auto assistant_in = [](auto &plan) -> auto & { return plan.inference.assistant; };
constexpr auto drafter_in = [](auto &plan) -> auto & { return plan.inference.speculative.model; };
constexpr auto teacher_in = [](auto &plan) -> auto & { return plan.distillation.teacher; };

/// One reference or a list of them.
bool read_reward_models(Plan &plan, const json &value)
{
    std::vector<ModelReference> read;
    for (const json &one : value.is_array() ? value : json::array({value})) {
        std::optional<ModelReference> reference = reference_of(one);
        if (!reference) return false;
        read.push_back(*std::move(reference));
    }
    plan.rollout.reward_models = std::move(read);
    return true;
}

ordered_json write_reward_models(const Plan &plan)
{
    ordered_json out = ordered_json::array();
    for (const ModelReference &one : plan.rollout.reward_models) out.push_back(written(one));
    return out;
}

/// "a,b", each as a model is named, or JSON.
std::optional<json> parse_reward_models(std::string_view text)
{
    if (text.starts_with('[') || text.starts_with('{')) return json_value(text);
    json out = json::array();
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::optional<json> one = parse_model(text.substr(0, comma));
        if (!one) return std::nullopt;
        out.push_back(*one);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return out;
}

} // namespace

Field assistant_field()
{
    return other_model<assistant_in>("inference.assistant", "assistant",
                                     "smaller model that drafts tokens for this one: preset, path or Hub id");
}

Field drafter_field()
{
    return other_model<drafter_in>("inference.speculative.model", "speculative-model",
                                   "the model that drafts: preset, path or Hub id");
}

Field teacher_field()
{
    return other_model<teacher_in>("distillation.teacher", "teacher", "model that teaches this one: preset, path or Hub id");
}

Field reward_models_field()
{
    Field out = model_field();
    out.path = "rollout.reward_models";
    out.option = "reward-models";
    out.about = "models that score completions: presets, paths or Hub ids";
    out.type = FieldType::list;
    set_accepted(out, {QT_TRANSLATE_NOOP("core", "a list, each as %1 is"), {"model"}});
    out.read = read_reward_models;
    out.write = write_reward_models;
    out.parse = parse_reward_models;
    return out;
}

} // namespace plimsoll
