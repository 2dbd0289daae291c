// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/presets.h"

#include "core/ground/ascii.h"
#include "core/ground/embedded.h"
#include "core/ground/near.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace plimsoll {
namespace {

std::vector<Preset> read_catalogue()
{
    std::vector<Preset> out;
    for (const EmbeddedFile &file : embedded_tables()) {
        if (file.name != "presets") continue;
        for (const auto &entry : nlohmann::json::parse(file.text))
            out.push_back(Preset{entry.at("name"), entry.at("title"), entry.at("family"), entry.at("hub"), entry.at("model_type"),
                                 entry.at("parameters"), entry.at("context"), entry.value("same", std::vector<std::string>())});
    }
    std::ranges::sort(out, [](const Preset &a, const Preset &b) {
        return std::tie(a.family, a.parameters, a.name) < std::tie(b.family, b.parameters, b.name);
    });
    return out;
}

} // namespace

const std::vector<Preset> &presets()
{
    static const std::vector<Preset> catalogue = read_catalogue();
    return catalogue;
}

namespace {

/// Words and numbers of a name, whatever stands between: "llama3.1-8b", "Llama-3.1-8B" are llama 3.1 8 b.
std::vector<std::string> parts_of_name(std::string_view name)
{
    std::vector<std::string> out;
    bool after_number = false, apart = true;
    for (const char c : name) {
        const bool number = is_digit(c) || (c == '.' && after_number && !apart), letter = c >= 'a' && c <= 'z';
        if (number || letter) {
            if (apart || number != after_number) out.emplace_back();
            out.back() += c;
        }
        apart = !number && !letter;
        after_number = number;
    }
    return out;
}

} // namespace

const Preset *find_preset(std::string_view text)
{
    const std::string wanted = lower(text);
    for (const Preset &preset : presets())
        if (preset.name == wanted || lower(preset.hub) == wanted || lower(preset.title) == wanted) return &preset;
    if (wanted.find(':') != std::string::npos) return nullptr; // a tag of Ollama's, which names a type of weights besides
    const std::vector<std::string> parts = parts_of_name(wanted);
    const auto same = [&](const Preset &preset) { return parts_of_name(preset.name) == parts; };
    const auto found = std::ranges::find_if(presets(), same);
    return found != presets().end() && std::ranges::count_if(presets(), same) == 1 ? &*found : nullptr;
}

std::string_view preset_config(const Preset &preset)
{
    for (const EmbeddedFile &file : embedded_presets())
        if (file.name == preset.name) return file.text;
    return {};
}

std::vector<std::string> nearest_presets(std::string_view text, std::size_t count)
{
    const std::string wanted = lower(text.substr(0, 64));
    std::vector<std::tuple<bool, std::size_t, std::string>> ranked; // what is begun with the text is nearer than what is as long
    for (const Preset &preset : presets())
        ranked.emplace_back(wanted.empty() || !preset.name.starts_with(wanted), edit_distance(wanted, preset.name), preset.name);
    std::ranges::sort(ranked);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) out.push_back(std::get<std::string>(ranked[i]));
    return out;
}

} // namespace plimsoll
