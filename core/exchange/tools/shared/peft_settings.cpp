// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.21: tuners/*/config.py
#include "core/exchange/tools/shared/peft_settings.h"

#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/ascii.h"
#include "core/ground/phrase.h"
#include "core/model/adapter_names.h"
#include "core/model/checkpoint/adapter_file.h"
#include "core/plan/names.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace plimsoll {

namespace {

constexpr PeftKey choices[] = {
    {"exclude_modules", "exclude_modules"},
    {"layers_to_transform", "layers_to_transform"},
    {"layers_pattern", "layers_pattern"},
    {"rank_pattern", "rank_pattern"},
    {"alpha_pattern", "alpha_pattern"},
    {"ensure_weight_tying", "ensure_weight_tying"},
    {"lora_bias", "lora_bias"},
    {"trainable_token_indices", "trainable_token_indices"},
};

bool says_nothing(const nlohmann::json &value)
{
    return value.is_null() || value == false || ((value.is_array() || value.is_object() || value.is_string()) && value.empty());
}

/// Classes that are not called as their method is: PromptEncoderConfig, and MiSS under its earlier name.
constexpr PeftKey classes[] = {{"promptencoder", "p_tuning"}, {"bone", "miss"}};

std::string without_underscores(std::string_view name)
{
    std::string out(name);
    std::erase(out, '_');
    return out;
}

/// Python's enumerators, which a script's reader has in small letters: their values are their names.
nlohmann::json peft_value(const ConfigEntry &entry)
{
    if (entry.key != "encoder_reparameterization_type" && entry.key != "prompt_tuning_init") return entry.value;
    std::string word = as_word(entry.value);
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return word;
}

void say_untold(ConfigReading &reading, const ConfigEntry &entry)
{
    constexpr std::string_view field = "adapter.settings";
    reading.understood(entry, field);
    reading.warn("unknown_value",
                 phrase(QT_TRANSLATE_NOOP("core", "%1: only what runs the configuration can tell %2; nothing was taken of it"),
                        {entry.key, as_word(entry.value)}),
                 std::string(field));
}

bool is_inside(const ConfigEntry &entry, const std::vector<const ConfigEntry *> &sections)
{
    return std::ranges::any_of(sections, [&](const ConfigEntry *section) { return entry.key.starts_with(section->key + '.'); });
}

} // namespace

std::optional<AdapterName> adapter_of_config_class(std::string_view call)
{
    constexpr std::string_view ending = "Config";
    call = call.substr(call.rfind('.') + 1);
    if (!call.ends_with(ending)) return std::nullopt;
    std::string name = lower(std::string(call.substr(0, call.size() - ending.size())));
    for (const PeftKey &each : classes)
        if (name == each.own) name = without_underscores(each.peft);
    for (const std::string_view method : growing_names<AdapterName>().all())
        if (without_underscores(method) == name) return adapter_of_peft_type(method);
    return call.ends_with("LoraConfig") ? std::optional(AdapterName{}) : std::nullopt;
}

void read_peft_method(ConfigReading &reading, AdapterName method, const ConfigEntry *type, std::string_view scope)
{
    const std::string name(name_of(method));
    type != nullptr ? reading.state(*type, "adapter.type", name) : reading.state("adapter.type", name);
    const std::string where = phrase(QT_TRANSLATE_NOOP("core", "it says where an adapter comes from, not what it holds"));
    nlohmann::json settings = nlohmann::json::object();
    std::vector<const ConfigEntry *> own;
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != scope || entry.key.empty() || !reading.is_open(entry) || is_inside(entry, own)) continue;
        if (entry.unknown && !is_of_every_peft_method(entry.key))
            say_untold(reading, entry);
        else if (is_of_every_peft_method(entry.key)) {
            if (!knows(lora_words, entry.key)) reading.no_effect(entry, where);
        } else if (says_nothing(entry.value) && entry.value != false)
            reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
        else {
            settings[entry.key] = peft_value(entry);
            own.push_back(&entry);
        }
    }
    if (!own.empty()) reading.state(*own.front(), "adapter.settings", settings);
    for (const ConfigEntry &entry : reading.entries())
        if (entry.scope == scope && reading.is_open(entry) &&
            (is_inside(entry, own) || std::ranges::find(own, &entry) != own.end()))
            reading.understood(entry, "adapter.settings");
    take_all(reading, lora_words, scope);
}

const std::span<const PeftKey> lora_choices = choices;

void take_peft_settings(ConfigReading &reading, std::span<const PeftKey> keys)
{
    nlohmann::json settings = nlohmann::json::object();
    std::vector<const ConfigEntry *> own;
    for (const PeftKey &key : keys) {
        const ConfigEntry *const entry = reading.find(key.own);
        if (entry == nullptr || (!entry->section && !reading.is_open(*entry)) || entry->unknown || says_nothing(entry->value))
            continue;
        settings[std::string(key.peft)] = entry->value;
        own.push_back(entry);
    }
    if (own.empty()) return;
    reading.state(*own.front(), "adapter.settings", settings);
    for (const ConfigEntry *entry : own) {
        if (entry != own.front()) reading.understood(*entry, "adapter.settings");
        if (!entry->section) continue;
        for (const ConfigEntry &inside : reading.entries())
            if (inside.scope == entry->scope && inside.key.starts_with(entry->key + ".") && reading.is_open(inside))
                reading.understood(inside, "adapter.settings");
    }
}

} // namespace plimsoll
