// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

// Finds what nobody gave to a translator.
namespace plimsoll {

/// While it lives core speaks a language that nobody reads: every letter of a text is '~', in brackets, so that values alone can
/// be read.
class Unreadable {
public:
    Unreadable() { set_language({.translate = hidden}); }
    ~Unreadable() { set_language({}); }
    Unreadable(const Unreadable &) = delete;
    Unreadable &operator=(const Unreadable &) = delete;

    static std::string hidden(const char *english)
    {
        std::string out = "[";
        for (const char *c = english; *c != '\0'; ++c) {
            const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
            out += letter ? '~' : *c;
        }
        return out + "]";
    }
};

/// Words that no name, path, citation or value holds by itself. Values that do hold them are left to the callers.
inline bool is_english(std::string_view word)
{
    static constexpr std::array<std::string_view, 60> words{
        "a",     "an",    "the",     "of",      "is",      "are",     "be",     "been",   "was",     "and",     "or",     "not",
        "no",    "with",  "without", "than",    "that",    "which",   "what",   "where",  "to",      "in",      "on",     "at",
        "from",  "by",    "for",     "as",      "it",      "its",     "this",   "one",    "two",     "has",     "have",   "does",
        "only",  "such",  "too",     "cannot",  "must",    "may",     "more",   "most",   "least",   "least",   "every",  "each",
        "other", "below", "beside",  "nothing", "ignored", "counted", "absent", "number", "numbers", "entries", "missing"};
    return std::ranges::find(words, word) != words.end();
}

/// What stands before a value: "method qlora", "task infer", "transformers serve".
inline bool names_a_value(std::string_view word)
{
    return word == "method" || word == "task" || word == "stack" || word == "transformers" || word == "plimsoll";
}

/// The first English word of a text that was made while core was Unreadable; empty where there is none. Two plain
/// words in a row are English too.
inline std::string english_left(std::string_view text)
{
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '~';
    };
    // what stands in quotes or behind a path's or a name's sign is a value
    constexpr std::string_view joins = "\"'/\\.-=_@";
    std::string_view before; // a plain word, with one blank behind it
    for (std::size_t at = 0; at < text.size();) {
        if (!letter(text[at])) {
            if (text[at] != ' ') before = {};
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && letter(text[end])) ++end;
        const bool joined = (at > 0 && joins.find(text[at - 1]) != std::string_view::npos) ||
                            (end + 1 < text.size() && joins.find(text[end]) != std::string_view::npos && letter(text[end + 1]));
        const std::string_view word = text.substr(at, end - at);
        const bool listed = (at > 1 && text.substr(at - 2, 2) == "| ") || text.substr(end).starts_with(" |"); // "auto | on"
        const bool plain = !joined && !listed && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
        if (plain && (is_english(word) || (!before.empty() && text[at - 1] == ' ' && !names_a_value(before))))
            return std::string(word);
        before = plain && end < text.size() && text[end] == ' ' ? word : std::string_view();
        at = end;
    }
    return {};
}

} // namespace plimsoll
