// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/name_pattern.h"

#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr std::size_t pattern_limit = 1000, name_limit = 1000; // std::regex goes one call deeper for each character

/// Trying every way a pattern may match takes exponential time where what repeats repeats again ("(a*)*"), and long where
/// many parts may have any length.
bool takes_long(std::string_view pattern)
{
    const auto is_repeat = [](char c) { return c == '*' || c == '+' || c == '{'; };
    for (std::size_t i = 1; i < pattern.size(); ++i)
        if (is_repeat(pattern[i]) && std::string_view(")*+?}").find(pattern[i - 1]) != std::string_view::npos) return true;
    return std::ranges::count_if(pattern, is_repeat) > 3;
}

bool refers_back(std::string_view pattern)
{
    for (std::size_t i = 1; i < pattern.size(); ++i)
        if (pattern[i - 1] == '\\' && pattern[i] >= '1' && pattern[i] <= '9') return true;
    return false;
}

/// libstdc++ 12 reads counts and references without regard to overflow.
bool has_long_number(std::string_view pattern)
{
    std::size_t digits = 0;
    for (const char c : pattern) {
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        if (digits > 9) return true;
    }
    return false;
}

/// libstdc++ can follow all ways at once: slower for ordinary patterns, and not with references back.
std::regex::flag_type way_to_match(std::string_view pattern)
{
    std::regex::flag_type out = std::regex::ECMAScript | std::regex::optimize;
#ifdef __GLIBCXX__
    if (takes_long(pattern)) out |= std::regex_constants::__polynomial;
#endif
    return out;
}

} // namespace

NamePattern::NamePattern(const std::string &text) : m_regex(text, way_to_match(text)) {}

bool NamePattern::matches(const std::string &name) const { return name.size() <= name_limit && std::regex_match(name, m_regex); }

bool NamePattern::found_in(const std::string &name) const
{
    return name.size() <= name_limit && std::regex_search(name, m_regex);
}

bool is_pattern(std::string_view text) { return text.find_first_of("*+?()[]{}|\\^$") != std::string_view::npos; }

Result<std::shared_ptr<const NamePattern>> name_pattern(const std::string &text, std::string_view field)
{
    const std::string name(field);
    if (text.size() > pattern_limit)
        return Error{name,
                     phrase(QT_TRANSLATE_NOOP("core", "%1 characters"), {std::to_string(text.size())}),
                     phrase(QT_TRANSLATE_NOOP("core", "a regular expression of at most %1"), {std::to_string(pattern_limit)}),
                     {}};
    if (has_long_number(text))
        return Error{name, text, phrase(QT_TRANSLATE_NOOP("core", "a regular expression with numbers of at most 9 digits")), {}};
    if (takes_long(text) && refers_back(text))
        return Error{
            name, text, phrase(QT_TRANSLATE_NOOP("core", "a regular expression without %1 where so much repeats"), {"\\1"}), {}};
    try {
        return std::make_shared<const NamePattern>(text);
    } catch (const std::regex_error &error) {
        return Error{name, text, phrase(QT_TRANSLATE_NOOP("core", "a regular expression")), error.what()};
    }
}

} // namespace plimsoll
