// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/ms_swift/ms_swift_pictures.h"

#include "core/ground/ascii.h"
#include "core/ground/phrase.h"
#include "core/model/presets.h"
#include "core/pictures/video_rule.h"

#include <algorithm>
#include <span>
#include <string>

namespace plimsoll {

namespace {

using nlohmann::json;

/// The configuration of the plan's model; null where it is not at hand.
json config_of(const ModelReference &model)
{
    const std::string &named = !model.preset.empty() ? model.preset : model.hub;
    const Preset *const preset = find_preset(named.substr(0, named.find('@')));
    return preset == nullptr ? json() : json::parse(preset_config(*preset), nullptr, false);
}

/// Pixels of one place of the language model: a patch's side times the merger's, squared; nothing where the model is not at hand.
std::optional<Count> pixels_of_place(const json &config)
{
    const json vision = config.is_object() ? config.value("vision_config", json::object()) : json();
    if (!vision.is_object()) return std::nullopt;
    const auto number_in = [&vision](const char *key) {
        const auto found = vision.find(key);
        return found != vision.end() && found->is_number_integer() ? found->get<Count>() : Count{0};
    };
    const Count side = number_in("patch_size") * number_in("spatial_merge_size");
    return side > 0 ? std::optional(side * side) : std::nullopt;
}

/// The model's name in small letters: by it ms-swift finds a template (model/models/{glm,internlm,gemma,llava}.py).
std::string called(const ModelReference &model) { return lower(!model.preset.empty() ? model.preset : model.hub); }

bool is_called_after(const ModelReference &model, std::span<const std::string_view> families)
{
    const std::string name = called(model);
    return std::ranges::any_of(families, [&name](std::string_view each) { return name.find(each) != std::string::npos; });
}

/// Families that see, and whose templates have nothing to do with qwen_vl_utils.
constexpr std::string_view beside_utils[] = {
    "glm-4.1v", "glm-4.5v", "glm-4.6v", "internvl", "gemma-3", "gemma-4", "llava-onevision-qwen2"};
constexpr std::string_view by_internvl[] = {"internvl"};

/// The key without the section that it stands in: "MAX_PIXELS" of "ENV.MAX_PIXELS".
std::string_view name_of(const ConfigEntry &entry) { return std::string_view(entry.key).substr(entry.key.rfind('.') + 1); }

/// A variable's text as the number that it is; as it stands where it is none.
json as_number(const json &value)
{
    if (const auto count = as_count(value)) return *count;
    const auto real = as_real(value);
    return real ? json(*real) : value;
}

std::string field_of(const ConfigEntry &entry)
{
    const std::string_view name = name_of(entry);
    return std::string(name.starts_with("VIDEO_") ? "video." : "images.") +
           (name.find("MAX") != std::string_view::npos ? "max_pixels" : "min_pixels");
}

/// False: the plan's model does not read this variable, which is said.
bool is_read(ConfigReading &reading, const ConfigEntry &entry)
{
    const ModelReference &model = reading.plan().model;
    if (may_go_through_qwen_vl_utils(model)) return true;
    reading.no_effect(entry, by_another_template(model));
    return false;
}

} // namespace

bool may_go_through_qwen_vl_utils(const ModelReference &model)
{
    const json config = config_of(model);
    if (!config.is_object()) return !is_called_after(model, beside_utils);
    const std::optional<VideoProcessor> processor = video_processor(config.dump());
    return processor && processor->rule->reads_by_utils;
}

std::string by_another_template(const ModelReference &model)
{
    return phrase(QT_TRANSLATE_NOOP("core", "the template of %1 does not go through %2"),
                  {!model.preset.empty() ? model.preset : model.hub, "qwen_vl_utils"});
}

void take_image_tokens(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (!is_read(reading, entry)) return;
    const json config = config_of(reading.plan().model);
    const std::optional<Count> places = as_count(value), pixels = pixels_of_place(config);
    const std::string field = field_of(entry);
    if (places && pixels && *places < (Count{1} << 32) / *pixels)
        reading.state(entry, field, *places * *pixels);
    else
        reading.not_said(entry,
                         phrase(QT_TRANSLATE_NOOP("core", "it counts places of a model whose patches are not known here: %1 "
                                                          "of a plan counts pixels"),
                                {field}));
}

void take_image_pixels(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (!is_read(reading, entry)) return;
    const json config = config_of(reading.plan().model);
    const std::string name(name_of(entry)), section = entry.key.substr(0, entry.key.size() - name.size());
    const std::string first = (name.starts_with("VIDEO_") ? "VIDEO_" : "IMAGE_") +
                              std::string(name.find("MAX") != std::string::npos ? "MAX_TOKEN_NUM" : "MIN_TOKEN_NUM");
    if (!reading.value(section + first).is_null())
        return reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "%1 goes before it"), {first}));
    const std::optional<Count> asked = as_count(value), place = pixels_of_place(config);
    if (asked && place && *asked >= *place)
        reading.state(entry, field_of(entry), *asked / *place * *place); // whole places of it
    else
        reading.state(entry, field_of(entry), as_number(value));
}

void take_video_rate(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (!is_read(reading, entry)) return;
    reading.state(entry, name_of(entry) == "FPS" ? "video.fps" : "video.max_frames", as_number(value));
}

void take_video_segments(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const ModelReference &model = reading.plan().model;
    const bool internvl = is_called_after(model, by_internvl),
               known = internvl || config_of(model).is_object() || is_called_after(model, beside_utils);
    if (!known || (internvl && !called(model).ends_with("-hf")))
        reading.state(entry, "video.frames", as_number(value));
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "only templates of %1's own code read it"), {"InternVL"}));
}

} // namespace plimsoll
