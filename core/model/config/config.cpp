// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config/config.h"

#include "core/model/config/accepted.h"
#include "core/model/config/defaults.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

constexpr Count size_limit = Count{1} << 24;
constexpr Count layers_limit = 2000;

const nlohmann::json null_json;
const nlohmann::json empty_object = nlohmann::json::object();

std::string shown(const nlohmann::json &value)
{
    std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

/// Whole numbers, also written as 2.0.
std::optional<Count> whole(const nlohmann::json &value)
{
    if (value.is_number_unsigned()) {
        const auto n = value.get<std::uint64_t>();
        return n <= std::uint64_t{INT64_MAX} ? std::optional<Count>(static_cast<Count>(n)) : std::nullopt;
    }
    if (value.is_number_integer()) return value.get<Count>();
    if (value.is_number_float()) {
        const double d = value.get<double>();
        if (std::trunc(d) == d && std::abs(d) < 9.0e15) return static_cast<Count>(d);
    }
    return std::nullopt;
}

} // namespace

Config::Config(const nlohmann::json &json, std::string_view defaults_of, std::string path, AssumedSizes *assumed)
    : m_json(&json), m_defaults(&config_defaults(defaults_of)), m_name(defaults_of), m_path(std::move(path)), m_assumed(assumed)
{}

Config Config::read_as(std::string_view defaults_of, const nlohmann::json &json) const
{
    return {json, defaults_of, m_path, m_assumed};
}

void Config::refuse(std::string_view key, std::string read, std::string accepted) const
{
    throw Refusal{Error{full_key(key), std::move(read), std::move(accepted), {}}};
}

const nlohmann::json *Config::find_given(std::string_view key) const
{
    const auto aliases = m_defaults->find("@alias");
    if (aliases != m_defaults->end()) {
        const auto canonical = aliases->find(key);
        if (canonical != aliases->end() && *canonical != key) return find_given(canonical->get_ref<const std::string &>());
        // transformers sets the class's own fields first and the other names after them, so the other name wins
        for (const auto &[alias, target] : aliases->items()) {
            if (target.get_ref<const std::string &>() != key) continue;
            if (const auto found = m_json->find(alias); found != m_json->end() && !found->is_null()) return &*found;
        }
    }
    const auto found = m_json->find(key);
    return found == m_json->end() ? nullptr : &*found;
}

const nlohmann::json &Config::raw(std::string_view key) const
{
    if (const nlohmann::json *found = find_given(key)) return *found;
    const auto aliases = m_defaults->find("@alias");
    if (aliases != m_defaults->end()) {
        // some classes alias a field to a name that is no field of theirs: the field's own default counts then
        const auto canonical = aliases->find(key);
        if (canonical != aliases->end() && m_defaults->contains(canonical->get_ref<const std::string &>()))
            key = canonical->get_ref<const std::string &>();
    }
    if (m_beneath)
        if (const auto found = m_beneath->find(key); found != m_beneath->end()) return *found;
    const auto assumed = m_defaults->find(key);
    if (assumed == m_defaults->end()) return null_json;
    if (m_assumed) m_assumed->note(m_path, key, *assumed, m_name);
    return *assumed;
}

bool Config::given(std::string_view key) const
{
    const nlohmann::json *found = find_given(key);
    return found && !found->is_null();
}

bool Config::mentioned(std::string_view key) const { return find_given(key) != nullptr; }
bool Config::has(std::string_view key) const { return !raw(key).is_null(); }

std::optional<Count> Config::maybe_whole(std::string_view key) const
{
    const nlohmann::json &value = raw(key);
    if (value.is_null()) return std::nullopt;
    // far beyond any model, and small enough that a handful of factors stays within 64 bits
    constexpr Count limit = Count{1} << 40;
    if (const auto number = whole(value); number && *number >= -limit && *number <= limit) return number;
    refuse(key, shown(value), phrase(QT_TRANSLATE_NOOP("core", "a whole number of at most %1"), {std::to_string(limit)}));
}

std::optional<Count> Config::maybe_size(std::string_view key) const
{
    const nlohmann::json &value = raw(key);
    if (value.is_null()) return std::nullopt;
    const auto number = whole(value);
    if (!number || *number < 1 || *number > size_limit) refuse(key, shown(value), whole_from_to(1, size_limit));
    return number;
}

Count Config::size(std::string_view key) const
{
    if (const auto number = maybe_size(key)) return *number;
    const auto assumed = m_defaults->find(key); // a required key that is null: what the class assumes
    if (assumed != m_defaults->end() && whole(*assumed)) {
        if (m_assumed) m_assumed->note(m_path, key, *assumed, m_name);
        return *whole(*assumed);
    }
    refuse(key, said_nothing(), whole_from_to(1, size_limit));
}

Count Config::amount_or(std::string_view key, Count fallback) const
{
    const nlohmann::json &value = raw(key);
    if (value.is_null()) return fallback;
    const auto number = whole(value);
    if (!number || *number < 0 || *number > size_limit) refuse(key, shown(value), whole_from_to(0, size_limit));
    return *number;
}

Count Config::layers(std::string_view key) const
{
    const nlohmann::json &value = raw(key);
    const auto number = whole(value);
    if (!number || *number < 0 || *number > layers_limit)
        refuse(key, value.is_null() ? said_nothing() : shown(value), whole_from_to(0, layers_limit));
    return *number;
}

std::optional<double> Config::maybe_number(std::string_view key) const
{
    const nlohmann::json &value = raw(key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_number()) refuse(key, shown(value), phrase(QT_TRANSLATE_NOOP("core", "a number")));
    return value.get<double>();
}

std::optional<bool> Config::maybe_flag(std::string_view key) const
{
    const nlohmann::json &value = raw(key);
    if (value.is_null()) return std::nullopt;
    if (!value.is_boolean()) refuse(key, shown(value), phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"true", "false"}));
    return value.get<bool>();
}

bool Config::flag(std::string_view key, bool fallback) const
{
    const std::optional<bool> found = maybe_flag(key);
    return found ? *found : fallback && !mentioned(key); // a null is kept by the class, and counts as false
}

std::string Config::text(std::string_view key, std::string_view fallback) const
{
    const nlohmann::json &value = raw(key);
    if (value.is_null()) return std::string(fallback);
    if (!value.is_string()) refuse(key, shown(value), phrase(QT_TRANSLATE_NOOP("core", "a text")));
    return value.get<std::string>();
}

std::vector<std::string> Config::texts(std::string_view key) const
{
    const nlohmann::json &value = raw(key);
    std::vector<std::string> out;
    if (value.is_null()) return out;
    if (!value.is_array()) refuse(key, shown(value), phrase(QT_TRANSLATE_NOOP("core", "a list of texts")));
    for (const nlohmann::json &item : value) {
        if (!item.is_string()) refuse(key, shown(item), phrase(QT_TRANSLATE_NOOP("core", "a list of texts")));
        out.push_back(item.get<std::string>());
    }
    return out;
}

std::vector<Count> Config::wholes(std::string_view key) const
{
    const nlohmann::json &value = raw(key);
    std::vector<Count> out;
    if (value.is_null()) return out;
    constexpr std::size_t most = 65536; // they name layers, axes or stages
    if (!value.is_array() || value.size() > most)
        refuse(key,
               value.is_array() ? phrase(QT_TRANSLATE_NOOP("core", "%1 entries"), {std::to_string(value.size())}) : shown(value),
               phrase(QT_TRANSLATE_NOOP("core", "a list of at most %1 whole numbers"), {std::to_string(most)}));
    for (const nlohmann::json &item : value) {
        const auto number = whole(item);
        constexpr Count limit = Count{1} << 19; // two of them, as of a kernel, times a width stay within 64 bits
        if (!number || *number < -limit || *number > limit)
            refuse(key, shown(item),
                   phrase(QT_TRANSLATE_NOOP("core", "a list of whole numbers of at most %1"), {std::to_string(limit)}));
        out.push_back(*number);
    }
    return out;
}

Config Config::sub(std::string_view key, std::string_view fallback_type) const
{
    const nlohmann::json &value = raw(key);
    if (!value.is_null() && !value.is_object()) refuse(key, shown(value), phrase(QT_TRANSLATE_NOOP("core", "an object")));
    const nlohmann::json *assumed = absent(key);
    const nlohmann::json &object = !value.is_null() ? value : assumed ? *assumed : empty_object;
    Config out(object, sub_type(key, fallback_type), full_key(key) + ".", m_assumed);
    const auto merged = m_defaults->find("@merge");
    if (assumed && !value.is_null() && merged != m_defaults->end() && std::ranges::find(*merged, key) != merged->end())
        out.m_beneath = assumed;
    return out;
}

const nlohmann::json *Config::absent(std::string_view key) const
{
    const auto all = m_defaults->find("@absent");
    if (all == m_defaults->end()) return nullptr;
    const auto found = all->find(key);
    return found == all->end() ? nullptr : &*found;
}

std::string Config::sub_type(std::string_view key, std::string_view fallback_type) const
{
    if (const auto fixed = m_defaults->find("@sub"); fixed != m_defaults->end())
        if (const auto type = fixed->find(key); type != fixed->end()) return type->get<std::string>();
    const nlohmann::json &value = raw(key);
    if (value.is_object()) {
        const auto own = value.find("model_type");
        if (own != value.end() && own->is_string() && !own->get_ref<const std::string &>().empty())
            return own->get<std::string>();
    }
    if (const nlohmann::json *assumed = absent(key))
        if (const auto type = assumed->find("model_type"); type != assumed->end()) return type->get<std::string>();
    return std::string(fallback_type);
}

} // namespace plimsoll
