// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field.h"

#include "core/ground/near.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <unordered_map>

namespace plimsoll {

namespace {

std::string field_dashed(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return c == '_' || c == '.'; }, '-');
    return text;
}

using Index = std::unordered_map<std::string, const Field *>;

Index index_by(std::string (*key)(const Field &))
{
    Index out;
    for (const Field &field : plan_fields()) out.emplace(key(field), &field);
    return out;
}

const Field *look_up(const Index &index, std::string_view key)
{
    const auto found = index.find(std::string(key));
    return found == index.end() ? nullptr : found->second;
}

/// `say` is phrase or phrase_in_english.
std::string said(const Accepted &accepted, std::string (*say)(const char *, std::initializer_list<std::string_view>))
{
    const std::vector<std::string> &values = accepted.values;
    if (accepted.english == nullptr) {
        std::string out;
        for (const std::string &value : values) out.append(out.empty() ? "" : " | ").append(value);
        return out;
    }
    const auto at = [&values](std::size_t i) { return i < values.size() ? std::string_view(values[i]) : std::string_view(); };
    return say(accepted.english, {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)});
}

} // namespace

std::string Accepted::text() const { return said(*this, phrase); }
std::string Accepted::in_english() const { return said(*this, phrase_in_english); }

const Field *find_field(std::string_view path)
{
    static const Index index = index_by([](const Field &field) { return field.path; });
    return look_up(index, path);
}

const Field *field_for_option(std::string_view option)
{
    static const Index short_names = index_by([](const Field &field) { return field.option; });
    static const Index long_names = index_by([](const Field &field) { return field_dashed(field.path); });
    const Field *found = look_up(short_names, option);
    return found != nullptr ? found : look_up(long_names, option);
}

bool is_section(std::string_view path)
{
    static const std::unordered_map<std::string, bool> sections = [] {
        std::unordered_map<std::string, bool> out;
        for (const Field &field : plan_fields())
            for (std::size_t dot = field.path.find('.'); dot != std::string::npos; dot = field.path.find('.', dot + 1))
                out[field.path.substr(0, dot)] = true;
        return out;
    }();
    return sections.contains(std::string(path));
}

std::string nearest_field(std::string_view path)
{
    constexpr std::size_t longest = 64;
    if (path.empty() || path.size() > longest) return {};
    const std::string_view last = path.substr(path.rfind('.') + 1);
    std::string best;
    std::size_t least = std::max<std::size_t>(2, last.size() / 3) + 1;
    for (const Field &field : plan_fields()) {
        const std::size_t near = std::min(edit_distance(path, field.path),
                                          edit_distance(last, std::string_view(field.path).substr(field.path.rfind('.') + 1)));
        if (near < least) {
            least = near;
            best = field.path;
        }
    }
    return best;
}

} // namespace plimsoll
