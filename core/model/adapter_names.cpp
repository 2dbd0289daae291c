// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/adapter_names.h"

#include <algorithm>
#include <string>
#include <vector>

namespace plimsoll {

namespace {

std::vector<std::string_view> &names_of_adapters()
{
#define PLIMSOLL_NAMED(name) #name,
    static std::vector<std::string_view> names{PLIMSOLL_ADAPTERS(PLIMSOLL_NAMED)};
#undef PLIMSOLL_NAMED
    return names;
}

} // namespace

std::span<const std::string_view> adapter_names() { return names_of_adapters(); }

std::optional<AdapterName> adapter_of_peft_type(std::string_view peft_type)
{
    std::string low(peft_type);
    std::ranges::transform(low, low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const auto found = std::ranges::find(adapter_names(), low);
    if (found == adapter_names().end()) return std::nullopt;
    return static_cast<AdapterName>(found - adapter_names().begin());
}

AdapterName add_adapter_name(std::string_view name)
{
    names_of_adapters().push_back(name);
    return static_cast<AdapterName>(names_of_adapters().size() - 1);
}

} // namespace plimsoll
