// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/presets.h"

#include "core/model/embedded.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {
namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

std::vector<Preset> read_catalogue()
{
    std::vector<Preset> out;
    for (const EmbeddedFile &file : embedded_tables()) {
        if (file.name != "presets") continue;
        for (const auto &entry : nlohmann::json::parse(file.text))
            out.push_back(Preset{entry.at("name"), entry.at("title"), entry.at("family"), entry.at("hub"), entry.at("model_type"),
                                 entry.at("parameters"), entry.at("context")});
    }
    std::ranges::sort(out, [](const Preset &a, const Preset &b) {
        return std::tie(a.family, a.parameters, a.name) < std::tie(b.family, b.parameters, b.name);
    });
    return out;
}

std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

} // namespace

const std::vector<Preset> &presets()
{
    static const std::vector<Preset> catalogue = read_catalogue();
    return catalogue;
}

const Preset *find_preset(std::string_view text)
{
    const std::string wanted = lower(text);
    for (const Preset &preset : presets())
        if (preset.name == wanted || lower(preset.hub) == wanted || lower(preset.title) == wanted) return &preset;
    return nullptr;
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
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const Preset &preset : presets()) ranked.emplace_back(distance(wanted, preset.name), preset.name);
    std::ranges::sort(ranked);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) out.push_back(ranked[i].second);
    return out;
}

} // namespace plimsoll
