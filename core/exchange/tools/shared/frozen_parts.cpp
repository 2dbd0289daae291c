// SPDX-License-Identifier: GPL-3.0-or-later
// Names of parts: LLaMA-Factory 0.9.6 model/model_utils/visual.py (_register_composite_model), ms-swift 4.6 model/model_arch.py
#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/ground/ascii.h"

#include "core/exchange/tools/key_reasons.h"
#include "core/ground/phrase.h"
#include "core/model/presets.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

// Qwen's "visual" holds its aligner too.
constexpr std::string_view towers =
    R"(visual\.(patch_embed|pos_embed|blocks)|vision_tower|vision_model|vision_encoder|audio_tower|audio_encoder|vpm|apm)";
constexpr std::string_view aligners =
    R"(visual\.(merger|deepstack_merger_list)|multi_modal_projector|mm_projector|mlp1|aligner|connector|resampler|embed_vision|embed_audio)";
constexpr std::string_view both = "visual|vision_tower|vision_model|vision_encoder|audio_tower|audio_encoder|vpm|apm|multi_modal_"
                                  "projector|mm_projector|mlp1|aligner|"
                                  "connector|resampler|embed_vision|embed_audio";
constexpr std::string_view language = "language_model|lm_head|llm";

std::string name_of_model(const ModelReference &model)
{
    const std::string named = !model.preset.empty() ? model.preset : !model.hub.empty() ? model.hub : model.config_path;
    return named.substr(0, named.find('@'));
}

constexpr const char *excluded_key = "exclude_modules"; // PEFT's

std::string part_names(const FrozenParts &parts)
{
    std::string names;
    const auto add = [&names](bool wanted, std::string_view more) {
        if (wanted) names.append(names.empty() ? "" : "|").append(more);
    };
    add(parts.tower && parts.aligner, both);
    add(parts.tower && !parts.aligner, towers);
    add(!parts.tower && parts.aligner, aligners);
    add(parts.language, language);
    return names;
}

/// The parts of which `text` makes `pattern`.
std::optional<FrozenParts> parts_said(std::string_view pattern, std::string (*text)(const FrozenParts &))
{
    for (const bool tower : {false, true})
        for (const bool aligner : {false, true})
            for (const bool spoken : {false, true}) {
                const FrozenParts parts{tower, aligner, spoken};
                if (parts.any() && text(parts) == pattern) return parts;
            }
    return std::nullopt;
}

bool has_tower(const Preset &preset) { return preset_config(preset).find("\"vision_config\"") != std::string_view::npos; }

} // namespace

std::string pattern_of(const FrozenParts &parts)
{
    const std::string names = part_names(parts);
    return names.empty() ? names : R"((^|\.)()" + names + R"()\.)";
}

std::string exclusion_of(const FrozenParts &parts)
{
    const std::string names = part_names(parts);
    return names.empty() ? names : R"((.*\.)?()" + names + R"()(\..*)?)";
}

std::optional<FrozenParts> parts_of(const Plan &plan)
{
    if (!plan.trainable || plan.trainable->frozen.size() != 1) return std::nullopt;
    return parts_said(plan.trainable->frozen.front(), pattern_of);
}

std::optional<FrozenParts> parts_without_adapters(const Plan &plan)
{
    if (plan.adapter.settings.empty()) return FrozenParts{};
    const nlohmann::json settings = nlohmann::json::parse(plan.adapter.settings, nullptr, false);
    if (!settings.is_object() || settings.size() != 1 || !settings.contains(excluded_key)) return std::nullopt;
    const nlohmann::json &said = settings[excluded_key];
    return said.is_string() ? parts_said(said.get<std::string>(), exclusion_of) : std::nullopt;
}

bool reads_more_than_text(const ModelReference &model)
{
    const std::string named = name_of_model(model);
    if (const Preset *preset = find_preset(named)) return has_tower(*preset);
    const std::string name = lower(named.substr(named.find('/') == std::string::npos ? 0 : named.rfind('/') + 1));
    constexpr std::string_view words[] = {"vl-",    "-vl",       "omni",      "llava",     "internvl", "pixtral",
                                          "vision", "paligemma", "minicpm-v", "minicpm-o", "idefics",  "smolvlm",
                                          "glm-4v", "glm-4.1v",  "glm-4.5v",  "glm-4.6v",  "-audio",   "molmo",
                                          "ovis",   "kimi-vl",   "mllama",    "qvq"};
    return std::ranges::any_of(words, [&name](std::string_view word) { return name.find(word) != std::string::npos; });
}

bool reads_text_alone(const ModelReference &model)
{
    const Preset *const preset = find_preset(name_of_model(model));
    return preset != nullptr && !has_tower(*preset);
}

std::optional<Count> layers_of(const ModelReference &model)
{
    const Preset *const preset = find_preset(name_of_model(model));
    const nlohmann::json config =
        preset != nullptr ? nlohmann::json::parse(preset_config(*preset), nullptr, false) : nlohmann::json();
    if (!config.is_object()) return std::nullopt;
    const nlohmann::json &text = config.contains("text_config") ? config["text_config"] : config;
    for (const char *key : {"num_hidden_layers", "num_layers", "n_layer"}) // as _setup_freeze_tuning asks for them
        if (const auto found = text.find(key); found != text.end() && found->is_number_unsigned()) return found->get<Count>();
    return std::nullopt;
}

void freeze_parts(ConfigReading &reading, const FrozenParts &parts, std::initializer_list<std::string_view> keys,
                  FrozenAdapters of_adapters)
{
    const Plan &plan = reading.plan();
    const bool adapters = plan.has("method") && plan.method != Method::full;
    const bool kept_out = adapters && of_adapters == FrozenAdapters::kept_out;
    bool stated = false;
    if (kept_out && parts.any())
        stated = reading.state("adapter.settings", {{excluded_key, exclusion_of(parts)}});
    else if (!adapters && !plan.has("trainable") && parts.any())
        stated = reading.state("trainable", {{"frozen", {pattern_of(parts)}}});
    for (const std::string_view key : keys) {
        const ConfigEntry *const entry = reading.find(key);
        if (entry == nullptr || !reading.is_open(*entry)) continue;
        if (entry->value.is_null())
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
        else if (adapters && !kept_out)
            reading.not_said(*entry, phrase(QT_TRANSLATE_NOOP(
                                                "core", "of adapters it says in which parts they stand, which %1 says in a plan"),
                                            {"adapter.targets"}));
        else if (stated || !parts.any())
            reading.understood(*entry, adapters ? "adapter.settings" : "trainable");
        else
            reading.not_said(*entry, reasons::of_shape.text());
    }
}

std::string prefix_pattern(std::string_view prefix)
{
    std::string out = "^";
    for (const char c : prefix) {
        if (std::string_view(R"(.*+?()[]{}|\^$)").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

} // namespace plimsoll
