// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/ascii.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/names.h"

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

// A member of a plan, for plans const and not.
#define PLAN_MEMBER(member) ([](auto &plan) -> auto & { return plan.member; })

// Builders of the table's entries, one per type of value. `get` is a lambda from a plan to a reference to the member, for
// plans const and not: the only mention of the member.
namespace plimsoll::field_types {

using nlohmann::json;
using nlohmann::ordered_json;

template <class Value>
struct Range {
    Value least;
    Value most;
};

/// A whole number that JSON may hold as an integer or as 4096.0; nothing else.
[[nodiscard]] inline std::optional<Count> whole_number(const json &value)
{
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (!value.is_number_float()) return std::nullopt;
    const double number = value.get<double>();
    if (!(std::abs(number) < 9.0e15) || std::floor(number) != number) return std::nullopt;
    return static_cast<Count>(number);
}

[[nodiscard]] inline std::optional<std::vector<std::string>> strings(const json &value)
{
    if (!value.is_array()) return std::nullopt;
    std::vector<std::string> out;
    for (const json &item : value) {
        if (!item.is_string() || item.get_ref<const std::string &>().empty()) return std::nullopt;
        out.push_back(item.get<std::string>());
    }
    return out;
}

[[nodiscard]] inline std::optional<json> text_value(std::string_view text) { return json(std::string(text)); }

/// A JSON text, or nothing.
[[nodiscard]] inline std::optional<json> json_value(std::string_view text)
{
    Result<json> parsed = parse_json(text, "value");
    if (!parsed.ok()) return std::nullopt;
    return std::move(parsed).value();
}

[[nodiscard]] inline std::optional<json> integer_value(std::string_view text)
{
    const auto count = count_from_text(text);
    return count ? std::optional<json>(*count) : std::nullopt;
}

/// "a,b,c" or a JSON array.
[[nodiscard]] inline std::optional<json> list_value(std::string_view text)
{
    if (text.starts_with('[')) return json_value(text);
    json out = json::array();
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        if (comma > 0) out.push_back(std::string(text.substr(0, comma)));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return out;
}

/// Null is a value of members that may be absent.
template <class Value>
[[nodiscard]] bool emptied(Value &member)
{
    if constexpr (requires { member.reset(); }) member.reset();
    return requires { member.reset(); };
}

inline constexpr const char *from_to = QT_TRANSLATE_NOOP("core", "%1 to %2");

inline void set_accepted(Field &field, Accepted accepted)
{
    field.accepted = accepted.in_english();
    field.takes = std::move(accepted);
}

/// A field that is yet to learn what it accepts and which member it reads and writes.
inline Field begun(std::string path, std::string option, std::string about, FieldType type,
                   std::optional<json> (*parse)(std::string_view))
{
    Field field;
    field.path = std::move(path);
    field.option = std::move(option);
    field.about = std::move(about);
    field.type = type;
    field.parse = parse;
    return field;
}

/// One of the choices however it is capitalised ("QLoRA"); any other text as it stands.
[[nodiscard]] inline std::function<std::optional<json>(std::string_view)> choice_value(std::vector<std::string> choices)
{
    return [choices = std::move(choices)](std::string_view text) -> std::optional<json> {
        for (const std::string &one : choices)
            if (lower(one) == lower(text)) return json(one);
        return text_value(text);
    };
}

template <class Get>
Field choice(std::string path, std::string option, Get get, std::string about)
{
    using E = std::remove_cvref_t<decltype(get(std::declval<Plan &>()))>;
    Field field = begun(std::move(path), std::move(option), std::move(about), FieldType::choice, text_value);
    for (const std::string_view name : names_of<E>()) field.choices.emplace_back(name);
    field.parse = choice_value(field.choices);
    set_accepted(field, {nullptr, field.choices});
    field.read = [get](Plan &plan, const json &value) {
        const auto parsed = value.is_string() ? plan_enum<E>(value.get_ref<const std::string &>()) : std::nullopt;
        if (parsed) get(plan) = *parsed;
        return parsed.has_value();
    };
    field.write = [get](const Plan &plan) { return ordered_json(name_of(get(plan))); };
    return field;
}

/// A choice that may be absent: null.
template <class E, class Get>
Field optional_choice(std::string path, std::string option, Get get, std::string about)
{
    Field field = begun(std::move(path), std::move(option), std::move(about), FieldType::choice, text_value);
    for (const std::string_view name : names_of<E>()) field.choices.emplace_back(name);
    field.parse = choice_value(field.choices);
    set_accepted(field, {nullptr, field.choices});
    field.read = [get](Plan &plan, const json &value) {
        if (value.is_null()) return emptied(get(plan));
        const auto parsed = value.is_string() ? plan_enum<E>(value.get_ref<const std::string &>()) : std::nullopt;
        if (parsed) get(plan) = parsed;
        return parsed.has_value();
    };
    field.write = [get](const Plan &plan) {
        const std::optional<E> &held = get(plan);
        return held ? ordered_json(name_of(*held)) : ordered_json(nullptr);
    };
    return field;
}

template <class Get>
Field integer(std::string path, std::string option, Range<Count> range, Get get, std::string about)
{
    Field field = begun(std::move(path), std::move(option), std::move(about), FieldType::integer, integer_value);
    set_accepted(field, {from_to, {std::to_string(range.least), std::to_string(range.most)}});
    field.read = [get, range](Plan &plan, const json &value) {
        if (value.is_null()) return emptied(get(plan));
        const auto number = whole_number(value);
        if (!number || *number < range.least || *number > range.most) return false;
        get(plan) = *number;
        return true;
    };
    field.write = [get](const Plan &plan) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(get(plan))>, std::optional<Count>>)
            return get(plan) ? ordered_json(*get(plan)) : ordered_json(nullptr);
        else
            return ordered_json(get(plan));
    };
    return field;
}

/// Bytes, typed as such or with a unit ("16GB", "512 MiB").
template <class Get>
Field size(std::string path, std::string option, Range<Bytes> range, Get get, std::string about)
{
    Field field = integer(std::move(path), std::move(option), range, get, std::move(about));
    field.type = FieldType::size;
    field.parse = [](std::string_view text) -> std::optional<json> {
        const auto bytes = bytes_from_text(text);
        return bytes ? std::optional<json>(*bytes) : std::nullopt;
    };
    return field;
}

template <class Get>
Field number(std::string path, std::string option, Range<double> range, Accepted accepted, Get get, std::string about)
{
    Field field = begun(std::move(path), std::move(option), std::move(about), FieldType::number, json_value);
    set_accepted(field, std::move(accepted));
    field.read = [get, range](Plan &plan, const json &value) {
        if (value.is_null()) return emptied(get(plan));
        if (!value.is_number()) return false;
        const auto read = value.get<double>();
        if (!(read >= range.least && read <= range.most)) return false;
        get(plan) = read;
        return true;
    };
    field.write = [get](const Plan &plan) {
        const std::optional<double> value = get(plan);
        if (!value) return ordered_json(nullptr);
        const bool whole = std::floor(*value) == *value && std::abs(*value) < 1e15;
        return whole ? ordered_json(static_cast<Count>(*value)) : ordered_json(*value);
    };
    return field;
}

template <class Get>
Field boolean(std::string path, std::string option, Get get, std::string about)
{
    const auto parse = [](std::string_view text) -> std::optional<json> {
        if (text == "true" || text == "yes" || text == "on" || text == "1") return json(true);
        if (text == "false" || text == "no" || text == "off" || text == "0") return json(false);
        return std::nullopt;
    };
    Field field = begun(std::move(path), std::move(option), std::move(about), FieldType::boolean, parse);
    field.choices = {"true", "false"};
    set_accepted(field, {nullptr, field.choices});
    field.read = [get](Plan &plan, const json &value) {
        if (value.is_null()) return emptied(get(plan));
        if (value.is_boolean()) get(plan) = value.get<bool>();
        return value.is_boolean();
    };
    field.write = [get](const Plan &plan) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(get(plan))>, std::optional<bool>>)
            return get(plan) ? ordered_json(*get(plan)) : ordered_json(nullptr);
        else
            return ordered_json(get(plan));
    };
    return field;
}

/// A text; with `choices`, one of them.
template <class Get>
Field text(std::string path, std::string option, std::vector<std::string> choices, Accepted accepted, Get get, std::string about)
{
    if (accepted.english == nullptr) accepted.values = choices;
    Field field = begun(std::move(path), std::move(option), std::move(about),
                        choices.empty() ? FieldType::text : FieldType::choice, text_value);
    field.choices = std::move(choices);
    set_accepted(field, std::move(accepted));
    field.read = [get, allowed = field.choices](Plan &plan, const json &value) {
        if (!value.is_string()) return false;
        const auto &read = value.get_ref<const std::string &>();
        if (!allowed.empty() && std::ranges::find(allowed, read) == allowed.end()) return false;
        get(plan) = read;
        return true;
    };
    field.write = [get](const Plan &plan) { return ordered_json(get(plan)); };
    return field;
}

template <class Get>
Field list(std::string path, std::string option, Accepted accepted, Get get, std::string about)
{
    Field field = begun(std::move(path), std::move(option), std::move(about), FieldType::list, list_value);
    set_accepted(field, std::move(accepted));
    field.read = [get](Plan &plan, const json &value) {
        auto read = strings(value);
        if (read) get(plan) = std::move(*read);
        return read.has_value();
    };
    field.write = [get](const Plan &plan) { return ordered_json(get(plan)); };
    return field;
}

} // namespace plimsoll::field_types
