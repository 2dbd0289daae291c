// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/hub_alias.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

using Words = std::vector<std::string>;

// How a model was tuned, or by whom it is named: no shape changes with these.
constexpr std::array<std::string_view, 7> tunings{"instruct", "it", "chat", "base", "hf", "pt", "meta"};

// They copy others' checkpoints under the names these have.
constexpr std::array<std::string_view, 2> mirrors{"unsloth", "NousResearch"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 20> quantisers{
    {{"bnb", ""},     {"4bit", "nf4"}, {"nf4", "nf4"},     {"8bit", "int8"},   {"gptq", "gptq4"},
     {"awq", "awq4"}, {"fp8", "fp8"},  {"nvfp4", "nvfp4"}, {"mxfp4", "mxfp4"}, {"gguf", ""},
     {"int4", ""},    {"int8", ""},    {"w4a16", ""},      {"w8a8", ""},       {"w8a16", ""},
     {"mlx", ""},     {"exl2", ""},    {"hqq", ""},        {"dynamic", ""},    {"quantized", ""}}};

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

/// The words that tell shapes apart; of the others `quant` takes the first scheme, and whether there was one at all.
struct Name {
    Words words;
    bool quantised = false;
    std::string quant;
};

Name name_of(std::string_view id)
{
    Name out;
    for (std::string &word : words_of(last_part(id))) {
        const auto quantiser =
            std::ranges::find(quantisers, std::string_view(word), &std::pair<std::string_view, std::string_view>::first);
        if (quantiser != quantisers.end()) {
            out.quantised = true;
            if (out.quant.empty()) out.quant = quantiser->second;
        } else if (!is_tuning(word) && word != "unsloth") {
            out.words.push_back(std::move(word));
        }
    }
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
    if (slash == std::string_view::npos || id.find('@') != std::string_view::npos) return std::nullopt;
    const std::string_view maker = id.substr(0, slash);
    const Name asked = name_of(id);
    std::optional<HubAlias> out;
    std::size_t most = 0;
    for (const Preset &preset : presets()) {
        const Name known = name_of(preset.hub);
        if (known.quantised || std::ranges::none_of(known.words, is_size)) continue;
        const bool same = known.words == asked.words;
        const bool by_maker = std::string_view(preset.hub).substr(0, preset.hub.find('/')) == maker;
        const bool by_mirror = std::ranges::find(mirrors, maker) != mirrors.end();
        if (same && !asked.quantised && (by_maker || by_mirror)) return HubAlias{&preset, true, {}};
        if (!holds(asked.words, known.words) || known.words.size() <= most) continue;
        most = known.words.size();
        out = HubAlias{&preset, false, asked.quant};
    }
    return out;
}

} // namespace plimsoll
