// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/shared/shared_keys.h"

#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/transformers/trainer_spellings.h"
#include "core/ground/dtype.h"
#include "core/model/presets.h"
#include "core/plan/field.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// What people and tools that build on transformers call its kernels besides.
constexpr Spelling attention_words[] = {
    {"attention", "flash2", "flash_attn", Way::read},   {"attention", "flash2", "flash_attn_2", Way::read},
    {"attention", "flash3", "flash_attn_3", Way::read}, {"attention", "flash2", "fa2", Way::read},
    {"attention", "flash3", "fa3", Way::read},          {"attention", "flash2", "flash2", Way::read},
    {"attention", "flash3", "flash3", Way::read},
};
constexpr ToolWords attention_kernels{.spellings = attention_words, .shared = trainer_spellings};

/// Folders that trainers write to or are told to look in; nobody on the Hub is called so.
bool is_folder(std::string_view text)
{
    constexpr std::string_view folders[] = {"models/",      "model/",      "saves/", "save/",  "output/",  "outputs/",
                                            "checkpoints/", "checkpoint/", "ckpt/",  "ckpts/", "weights/", "results/",
                                            "runs/",        "pretrained/", "data/",  "exp/"};
    return std::ranges::any_of(folders, [text](std::string_view folder) { return text.starts_with(folder); });
}

/// What stands for a name that the reader is to put in: "...", "<model>", "{MODEL}".
bool is_placeholder(std::string_view text)
{
    return text.find_first_of("<>{}") != std::string_view::npos || text.find_first_not_of('.') == std::string_view::npos ||
           text == "\u2026";
}

bool is_path(std::string_view text)
{
    return text.starts_with('.') || text.starts_with('/') || text.starts_with('~') || text.find('\\') != std::string_view::npos ||
           text.ends_with(".gguf") || is_folder(text) || text.ends_with(".json") || text.ends_with(".safetensors");
}

} // namespace

void take_named_model(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string word = as_word(value);
    if (!value.is_string() || is_placeholder(word))
        return reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "a model is expected")));
    if (word.find('/') == std::string::npos && !is_path(word) && !find_preset(word)) {
        reading.understood(entry, "model");
        reading.warn(
            "model_name",
            phrase(QT_TRANSLATE_NOOP("core", "%1 is a name of the tool's own library, not of the Hub; no model was taken of it"),
                   {word}),
            "model");
        return;
    }
    const std::optional<nlohmann::json> reference = find_field("model")->parse(word);
    if (is_path(word))
        reading.state(entry, "model", {{"config", word}});
    else
        reading.state(entry, "model", reference.value_or(nlohmann::json(word)));
}

void take_attention(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    std::string word = as_word(value);
    word = word.substr(0, std::min(word.find(':'), word.find('@')));
    if (word == "auto") return reading.understood(entry, "attention");
    if (const Spelling *row = row_that_reads(attention_kernels, "attention", word))
        reading.state(entry, "attention", std::string(row->value));
    else // kernels that a plan has no word for keep other things
        reading.not_said(entry, reasons::of_kernels.text());
}

void take_modules(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string word = value.is_string() ? value.get<std::string>() : std::string();
    const std::vector<std::string> names = as_names(value);
    const auto is_all = [](const std::string &name) { return name == "all" || name == "all-linear" || name == "all_linear"; };
    if (names.empty()) return reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    if (std::ranges::any_of(names, is_all))
        reading.state(entry, "adapter.targets", "all-linear");
    else if (!word.empty() && word.find_first_of("*+?()[]{}|\\^$") != std::string::npos && !word.starts_with('['))
        reading.state(entry, "adapter.targets", word);
    else
        reading.state(entry, "adapter.targets", names);
}

void take_objective(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    const std::string word = as_word(value);
    if (plan_enum<Objective>(word))
        reading.state(entry, "objective", word);
    else if (word == "ipo" || word == "dpo_zero")
        reading.state(entry, "objective", "dpo"); // another loss of the same log-probabilities
    else
        reading.not_said(entry, reasons::of_objective.text());
}

void take_dtype(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    std::string word = as_word(value);
    if (word.starts_with("torch.")) word = word.substr(6);
    if (word == "half") word = "float16";
    if (word == "float") word = "float32";
    const std::optional<Dtype> dtype = dtype_from_name(word);
    reading.state(entry, "weights.dtype", dtype ? std::string(name_of(*dtype)) : word);
}

void take_section(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value)
{
    if (entry.section) return;
    if (is_off(value))
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    else
        reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "keys with values are expected")));
}

void read_recomputed_layers(ConfigReading &reading)
{
    const auto layers = as_count(reading.value("recompute_num_layers"));
    const std::string method = as_word(reading.value("recompute_method"));
    const bool blocks = method == "block";
    if (layers.value_or(1) > 1 && !blocks)
        reading.state("gradient_checkpointing", {{"every", *layers}});
    else
        reading.state("gradient_checkpointing", true);
    if (!blocks) return understand(reading, {"recompute_method", "recompute_num_layers"}, "gradient_checkpointing");
    for (const char *key : {"recompute_method", "recompute_num_layers"})
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && reading.is_open(*entry))
            reading.not_said(*entry, phrase(QT_TRANSLATE_NOOP(
                                         "core", "the first layers of a stage alone are run again, and in a plan all are")));
}

void add_revision(ConfigReading &reading, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        const ConfigEntry *const entry = reading.find(key);
        const std::string revision = as_word(reading.value(key));
        std::string &hub = reading.plan().model.hub;
        if (entry == nullptr || !entry->value.is_string() || revision.empty() || revision == "main" || hub.empty()) continue;
        if (hub.find('@') == std::string::npos) hub += '@' + revision;
        reading.understood(*entry, "model");
    }
}

std::optional<bool> switch_in(ConfigReading &reading, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        if (const auto on = as_switch(reading.value(key))) return on;
    return std::nullopt;
}

void understand(ConfigReading &reading, std::initializer_list<std::string_view> keys, std::string_view field)
{
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && reading.is_open(*entry) && !entry->value.is_null())
            reading.understood(*entry, field);
}

void dismiss(ConfigReading &reading, std::initializer_list<std::string_view> keys, const std::string &why)
{
    for (const std::string_view key : keys)
        if (const ConfigEntry *entry = reading.find(key); entry != nullptr && reading.is_open(*entry))
            reading.no_effect(*entry, why);
}

} // namespace plimsoll
