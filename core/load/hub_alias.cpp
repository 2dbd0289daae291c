// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/hub_alias.h"

#include <algorithm>
#include <array>
#include <vector>

namespace plimsoll {

namespace {

using Words = std::vector<std::string>;

// How a model was tuned, or by whom it is named: no shape changes with these.
constexpr std::array<std::string_view, 7> tunings{"instruct", "it", "chat", "base", "hf", "pt", "meta"};

// They copy others' checkpoints under the names these have.
constexpr std::array<std::string_view, 2> mirrors{"unsloth", "NousResearch"};

Words words_of(std::string_view name)
{
    Words out(1);
    for (const char c : name) {
        if (c == '-' || c == '_') {
            if (!out.back().empty()) out.emplace_back();
        } else {
            out.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
    }
    if (out.back().empty()) out.pop_back();
    return out;
}

std::string_view last_part(std::string_view id) { return id.substr(id.rfind('/') + 1); }

bool is_tuning(const std::string &word) { return std::ranges::find(tunings, word) != tunings.end(); }

/// "Qwen3-8B" of "Qwen_Qwen3-8B": a maker's name before the model's, as bartowski's repositories have it.
std::string_view without_maker(std::string_view name)
{
    const std::string_view maker = name.substr(0, name.find('_'));
    const bool known = maker.size() < name.size() && std::ranges::any_of(presets(), [maker](const Preset &preset) {
                           return std::string_view(preset.hub).substr(0, preset.hub.find('/')) == maker;
                       });
    return known ? name.substr(maker.size() + 1) : name;
}

/// The words that tell shapes apart, and what the others say of its weights.
struct Name {
    Words words;
    std::optional<NamedQuantisation> packed;
};

Name name_of(std::string_view id)
{
    Name out{{}, quantisation_of_name(id)};
    const std::string base = out.packed ? out.packed->base : std::string(id);
    for (std::string &word : words_of(without_maker(last_part(base))))
        if (!is_tuning(word)) out.words.push_back(std::move(word));
    return out;
}

/// "7b", "1.5b", "135m": how many parameters a name says.
bool is_size(const std::string &word)
{
    return word.size() >= 2 && (word.back() == 'b' || word.back() == 'm') && word.front() >= '0' && word.front() <= '9';
}

bool holds(const Words &all, const Words &part) { return !std::ranges::search(all, part).empty(); }

} // namespace

std::optional<HubAlias> hub_alias(std::string_view id)
{
    const std::size_t slash = id.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view maker = id.substr(0, slash);
    const Name asked = name_of(id);
    if ((asked.packed ? std::string_view(asked.packed->base) : id).find('@') != std::string_view::npos) return std::nullopt;
    std::optional<HubAlias> out;
    std::size_t most = 0;
    for (const Preset &preset : presets()) {
        if (std::ranges::find(preset.same, asked.packed ? asked.packed->base : id) != preset.same.end())
            return HubAlias{&preset, true, true, asked.packed};
        const Name known = name_of(preset.hub);
        if (known.packed) continue;
        const bool same = known.words == asked.words, sized = std::ranges::any_of(known.words, is_size);
        const bool by_maker = std::string_view(preset.hub).substr(0, preset.hub.find('/')) == maker;
        const bool by_mirror = std::ranges::find(mirrors, maker) != mirrors.end();
        if (same && (asked.packed || (sized && (by_maker || by_mirror)))) return HubAlias{&preset, true, true, asked.packed};
        if (!sized || !holds(asked.words, known.words) || known.words.size() <= most) continue;
        most = known.words.size();
        out = HubAlias{&preset, false, same, asked.packed};
    }
    return out;
}

} // namespace plimsoll
