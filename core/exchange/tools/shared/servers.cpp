// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/shared/servers.h"

#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/ground/bytes.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/runner/common_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace plimsoll {

using nlohmann::json;

int runs_one_of(const ConfigText &text, std::initializer_list<std::string_view> programs)
{
    for (const std::string &program : text.programs)
        if (std::ranges::find(programs, std::string_view(program)) != programs.end()) return 100;
    return 0;
}

int holds_options_of(const ConfigText &text, const ToolWords &words, std::initializer_list<std::string_view> own)
{
    if (text.form != ConfigForm::yaml && text.form != ConfigForm::json) return 0;
    int known = 0, all = 0, its = 0;
    for (const ConfigEntry &entry : text.entries) {
        if (entry.key.find('.') != std::string::npos) continue;
        std::string key = entry.key;
        std::ranges::replace(key, '-', '_');
        ++all;
        known += knows(words, key) || (key.starts_with("no_") && knows(words, key.substr(3))) ? 1 : 0;
        its += std::ranges::find(own, std::string_view(key)) != own.end() ? 1 : 0;
    }
    return its > 0 && 2 * known > all ? 40 + 30 * known / all : 0;
}

std::string scope_of(const ConfigText &text) { return text.programs.empty() ? std::string() : text.programs.back(); }

void take_positional_model(ConfigReading &reading, const std::string &scope)
{
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != scope || !entry.key.empty() || !reading.is_open(entry)) continue;
        reading.call_it(entry, "model (positional)");
        if (entry.unknown || reading.plan().has("model"))
            reading.understood(entry, "model");
        else
            take_named_model(reading, entry, entry.value);
    }
}

json human_count(const json &value)
{
    if (!value.is_string()) return value;
    const auto &text = value.get_ref<const std::string &>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    constexpr std::string_view decimal = "kmg", binary = "KMG";
    if (error != std::errc{} || unit.size() > 1) return value;
    double scale = 1;
    if (const std::size_t at = unit.empty() ? decimal.npos : decimal.find(unit[0]); at != decimal.npos)
        scale = std::pow(1000.0, static_cast<double>(at + 1));
    else if (const std::size_t power = unit.empty() ? binary.npos : binary.find(unit[0]); power != binary.npos)
        scale = std::pow(1024.0, static_cast<double>(power + 1));
    else if (!unit.empty())
        return value;
    const double all = number * scale;
    return all == std::floor(all) && std::abs(all) < 1e15 ? json(static_cast<Count>(all)) : value;
}

void take_human_count(ConfigReading &reading, const ConfigEntry &entry, const json &value, std::string_view field)
{
    const json count = human_count(value);
    if (count == "auto" || count == -1) return reading.understood(entry, field); // as many as fit, or the model's own
    reading.state(entry, field, count);
}

namespace {

/// The option that a word is called like, with or without a value behind "="; empty: none.
std::string option_called(const ToolWords &words, std::string_view word)
{
    std::string name(word.substr(0, word.find('=')));
    std::ranges::replace(name, '-', '_');
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    const bool spelt_so = name.size() > 3 && name.find_first_not_of(letters) == std::string::npos;
    return spelt_so && knows(words, name) ? name : std::string();
}

} // namespace

void say_bare_words(ConfigReading &reading, const ToolWords &words, const std::string &scope)
{
    if (reading.text().form != ConfigForm::command) return;
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != scope || !entry.value.is_array()) continue;
        for (std::size_t i = 1; i < entry.value.size(); ++i) {
            const std::string word = as_word(entry.value[i]), name = option_called(words, word);
            if (name.empty()) continue;
            reading.warn("bare_word",
                         phrase(QT_TRANSLATE_NOOP("core", "%1 has no dashes before it: %2 takes it for one more value of "
                                                          "%4, and %3 stays at its default"),
                                {word, words.title, name, "--" + entry.key}));
        }
    }
}

namespace {

/// The length that keys of a configuration come to, wherever they stand in an object: 0 where they say none.
Count length_in(const json &said, int depth = 0)
{
    constexpr int deepest = 8;
    constexpr double longest = 1e12;
    if (!said.is_object() || depth > deepest) return 0;
    const auto at = [&said](const char *key) { return said.contains(key) ? as_real(said[key]).value_or(0) : 0.0; };
    const double scaled = at("factor") * at("original_max_position_embeddings"), own = at("max_position_embeddings");
    if (scaled >= 1 && scaled < longest) return static_cast<Count>(scaled);
    for (const auto &[key, value] : said.items())
        if (const Count inside = length_in(value, depth + 1); inside > 0) return inside;
    return own >= 1 && own < longest ? static_cast<Count>(own) : 0;
}

bool is_about_lengths(const json &said)
{
    const std::string text = as_word(said);
    return text.find("rope") != std::string::npos || text.find("max_position_embeddings") != std::string::npos ||
           text.find("factor") != std::string::npos;
}

} // namespace

void take_longer(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const bool variable = entry.scope == "environment";
    if (variable ? !as_switch(value).value_or(false) : !is_about_lengths(value))
        return variable ? reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")))
                        : reading.not_said(entry, reasons::of_shape.text());
    const json said = value.is_string() && !variable ? json::parse(value.get_ref<const std::string &>(), nullptr, false) : value;
    const Count length = variable ? 0 : length_in(said);
    if (!reading.plan().has("inference.context") && length > 0) reading.state("inference.context", length);
    reading.state(entry, "inference.fit", false);
}

void take_offloaded(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    constexpr double most = 1 << 20;
    const auto gibibytes = as_real(value);
    if (reading.find("cpu_offload_params") != nullptr || as_count(reading.value("offload_group_size")).value_or(0) > 0)
        return reading.not_said(entry, reasons::of_limits.text());
    if (gibibytes && *gibibytes == 0) return reading.understood(entry, "inference.cpu_offload_bytes");
    const bool held = gibibytes && *gibibytes > 0 && *gibibytes < most;
    reading.state(entry, "inference.cpu_offload_bytes",
                  held ? json(static_cast<Bytes>(*gibibytes * static_cast<double>(gib))) : value);
}

void take_own_kernels(ConfigReading &reading, const ConfigEntry &entry, const json & /*value*/)
{
    reading.no_effect(entry, reads::own_kernels.text());
}

void take_drafter(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const std::string word = as_word(value);
    const Field *const field = find_field("inference.speculative.model");
    if (word.empty() || field == nullptr || word.find('$') != std::string::npos)
        return reading.understood(entry, "inference.speculative.model");
    const bool path = word.starts_with('/') || word.starts_with('.') || word.ends_with(".json");
    const std::optional<json> parsed = field->parse(word);
    if (path)
        reading.state(entry, "inference.speculative.model", {{"config", word}});
    else
        reading.state(entry, "inference.speculative.model", parsed.value_or(json(word)));
}

std::optional<Count> visible_cards(ConfigReading &reading)
{
    const std::string devices = as_word(reading.value("CUDA_VISIBLE_DEVICES"));
    if (devices.empty() || devices == "-1" || devices.find('$') != std::string::npos) return std::nullopt;
    return std::ranges::count(devices, ',') + 1;
}

} // namespace plimsoll
