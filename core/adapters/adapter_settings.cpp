// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_settings.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

struct AdapterUse::Parsed {
    nlohmann::json object;
    [[nodiscard]] const nlohmann::json *find(std::string_view key) const
    {
        const auto found = object.find(std::string(key));
        return found == object.end() ? nullptr : &*found;
    }
};

AdapterUse::AdapterUse(const Adapter &adapter, std::string model_type) : m_adapter(adapter), m_model_type(std::move(model_type))
{
    if (adapter.settings.empty()) return;
    nlohmann::json object = nlohmann::json::parse(adapter.settings, nullptr, false);
    if (!object.is_object()) return;
    m_parsed = std::make_unique<Parsed>();
    m_parsed->object = std::move(object);
}

AdapterUse::~AdapterUse() = default;

Count AdapterUse::count(std::string_view key, Count usual) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    return found && found->is_number_unsigned() && found->get<std::uint64_t>() < (std::uint64_t{1} << 40U) ? found->get<Count>()
                                                                                                           : usual;
}

double AdapterUse::number(std::string_view key, double usual) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    return found && found->is_number() ? found->get<double>() : usual;
}

bool AdapterUse::flag(std::string_view key, bool usual) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    return found && found->is_boolean() ? found->get<bool>() : usual;
}

std::string AdapterUse::word(std::string_view key) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    return found && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::vector<std::string>> AdapterUse::names(std::string_view key) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    if (!found || !(found->is_string() || found->is_array())) return std::nullopt;
    if (found->is_string()) return std::vector{found->get<std::string>()};
    std::vector<std::string> out;
    for (const nlohmann::json &item : *found)
        if (item.is_string()) out.push_back(item.get<std::string>());
    return out;
}

std::optional<std::vector<Count>> AdapterUse::counts(std::string_view key) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    if (!found || !(found->is_number_unsigned() || found->is_array())) return std::nullopt;
    if (found->is_number_unsigned()) return std::vector{found->get<Count>()};
    std::vector<Count> out;
    for (const nlohmann::json &item : *found)
        if (item.is_number_unsigned()) out.push_back(item.get<Count>());
    return out;
}

std::vector<std::pair<std::string, Count>> AdapterUse::counts_by_name(std::string_view key) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    std::vector<std::pair<std::string, Count>> out;
    if (!found || !found->is_object()) return out;
    for (const auto &[name, value] : found->items()) {
        const bool counts = value.is_number_unsigned() && value.get<std::uint64_t>() < (std::uint64_t{1} << 40U);
        out.emplace_back(name, counts ? value.get<Count>() : 0);
    }
    return out;
}

std::optional<Count> AdapterUse::size_of_list(std::string_view key) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    if (!found || !(found->is_array() || found->is_object())) return std::nullopt;
    return static_cast<Count>(found->size());
}

std::vector<std::string> AdapterUse::keys() const
{
    std::vector<std::string> out;
    if (m_parsed)
        for (const auto &item : m_parsed->object.items()) out.push_back(item.key());
    return out;
}

bool AdapterUse::is_off(std::string_view key) const
{
    const nlohmann::json *found = m_parsed ? m_parsed->find(key) : nullptr;
    if (!found) return false;
    const bool text = found->is_string() && found->get_ref<const std::string &>().empty();
    return text || found->empty() || (found->is_boolean() && !found->get<bool>());
}

} // namespace plimsoll
