// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/lora/scoped_targets.h"

#include <algorithm>
#include <map>
#include <vector>

namespace plimsoll {

namespace {

struct Word {
    std::string_view word;
    bool ScopedTargets::*on;
};
constexpr Word parts[] = {{"vision", &ScopedTargets::vision}, {"language", &ScopedTargets::language}};
constexpr Word block_words[] = {{"attention", &ScopedTargets::attention}, {"mlp", &ScopedTargets::mlp}};

bool take_words(std::string_view text, std::span<const Word> words, ScopedTargets &into)
{
    for (const Word &word : words) into.*word.on = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('+'), text.size());
        const auto found = std::ranges::find(words, text.substr(0, end), &Word::word);
        if (found == words.end()) return false;
        into.*found->on = true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::ranges::any_of(words, [&into](const Word &word) { return into.*word.on; });
}

std::string words_of(std::span<const Word> words, const ScopedTargets &from)
{
    std::string out;
    for (const Word &word : words)
        if (from.*word.on) out.append(out.empty() ? "" : "+").append(word.word);
    return out;
}

std::string joined(std::initializer_list<std::pair<bool, std::string_view>> alternatives)
{
    std::string out;
    for (const auto &[wanted, words] : alternatives)
        if (wanted) out.append(out.empty() ? "" : "|").append(words);
    return out;
}

bool in_stack(std::string_view name)
{
    for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1)) {
        const std::size_t end = name.find('.', dot + 1);
        const std::string_view between = name.substr(dot + 1, end - dot - 1);
        if (end != std::string_view::npos && !between.empty() &&
            between.find_first_not_of("0123456789") == std::string_view::npos)
            return true;
    }
    return false;
}

} // namespace

std::optional<ScopedTargets> scoped_targets(std::string_view text)
{
    const std::size_t colon = text.find(':');
    ScopedTargets out;
    if (colon == std::string_view::npos || !take_words(text.substr(0, colon), parts, out) ||
        !take_words(text.substr(colon + 1), block_words, out))
        return std::nullopt;
    return out;
}

std::string text_of(const ScopedTargets &targets) { return words_of(parts, targets) + ':' + words_of(block_words, targets); }

std::string pattern_of(const ScopedTargets &targets, std::span<const std::string> leaves)
{
    std::string names;
    for (const std::string &leaf : leaves) names.append(names.empty() ? "" : "|").append(leaf);
    const std::string where = joined({{targets.vision, "vision|image|visual|patch"}, {targets.language, "language|text"}});
    const std::string block =
        joined({{targets.attention, "self_attn|attention|attn|mixer"}, {targets.mlp, "mlp|feed_forward|ffn|dense|mixer"}});
    std::string out = "(.*(" + where + ").*(" + block + R"().*\.()" + names + "))";
    if (targets.language)
        out += R"(|(model\.layers\.[0-9]+\..*()" + block + R"().*\.()" + names + "))"; // of a model without a tower
    return out;
}

std::string pattern_of(const ScopedTargets &targets, const Architecture &architecture)
{
    std::map<std::string, std::pair<Count, bool>, std::less<>> found; // how many, and whether one stands in a stack
    for (const Module &module : architecture.modules) {
        if (module.kind != ModuleKind::linear && module.kind != ModuleKind::conv1d) continue;
        auto &[count, stacked] = found[module.name.substr(module.name.rfind('.') + 1)];
        ++count;
        stacked = stacked || in_stack(module.name);
    }
    std::vector<std::string> leaves;
    for (const auto &[leaf, of] : found)
        if (leaf != "router" && (of.first != 1 || of.second)) leaves.push_back(leaf);
    return pattern_of(targets, leaves);
}

} // namespace plimsoll
