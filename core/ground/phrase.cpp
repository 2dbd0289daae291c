// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"

#include <atomic>

namespace plimsoll {

namespace {

Language &spoken()
{
    static Language language;
    return language;
}

std::atomic<unsigned> times_set{0};

std::string with_values(std::string_view text, std::initializer_list<std::string_view> values)
{
    if (values.size() == 0) return std::string(text);
    std::size_t length = text.size();
    for (const std::string_view value : values) length += value.size();
    std::string out;
    out.reserve(length);
    std::size_t copied = 0;
    for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (next < '1' || next > '9' || static_cast<std::size_t>(next - '1') >= values.size()) continue;
        out.append(text, copied, at - copied).append(values.begin()[next - '1']);
        copied = at + 2;
    }
    return out.append(text, copied);
}

} // namespace

void set_language(Language language)
{
    spoken() = std::move(language);
    ++times_set;
}

unsigned languages_set() { return times_set; }

std::string phrase(const char *english, std::initializer_list<std::string_view> values)
{
    const auto translate = spoken().translate;
    return translate == nullptr ? with_values(english, values) : with_values(translate(english), values);
}

std::string phrase_in_english(const char *english, std::initializer_list<std::string_view> values)
{
    return with_values(english, values);
}

std::string localised(std::string figure)
{
    const Language &language = spoken();
    if (language.translate == nullptr) return figure;
    std::string out;
    for (const char one : figure) {
        if (one == '.')
            out += language.decimal_point;
        else if (one == ',')
            out += language.group_separator;
        else
            out += one;
    }
    return out;
}

} // namespace plimsoll
