// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.21: tuners/lora/config.py (LoraConfig)
#include "core/exchange/tools/shared/peft_settings.h"

#include <vector>

namespace plimsoll {

namespace {

constexpr PeftKey choices[] = {
    {"exclude_modules", "exclude_modules"}, {"layers_to_transform", "layers_to_transform"},
    {"layers_pattern", "layers_pattern"},   {"rank_pattern", "rank_pattern"},
    {"alpha_pattern", "alpha_pattern"},     {"ensure_weight_tying", "ensure_weight_tying"},
};

bool says_nothing(const nlohmann::json &value)
{
    return value.is_null() || value == false || ((value.is_array() || value.is_object() || value.is_string()) && value.empty());
}

} // namespace

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
