// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/adapter_names.h"

#include <algorithm>
#include <string>
#include <vector>

namespace plimsoll {

template <>
GrowingNames<AdapterName> &growing_names<AdapterName>()
{
#define PLIMSOLL_NAMED(name) #name,
    static GrowingNames<AdapterName> names{PLIMSOLL_ADAPTERS(PLIMSOLL_NAMED)};
#undef PLIMSOLL_NAMED
    return names;
}

std::optional<AdapterName> adapter_of_peft_type(std::string_view peft_type)
{
    std::string low(peft_type);
    std::ranges::transform(low, low.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const std::vector<std::string_view> &names = growing_names<AdapterName>().all();
    const auto found = std::ranges::find(names, low);
    if (found == names.end()) return std::nullopt;
    return static_cast<AdapterName>(found - names.begin());
}

} // namespace plimsoll
