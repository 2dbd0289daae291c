// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/shells/overrides.h"

#include "core/exchange/text/yaml_scalar.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

/// Where the key of an override ends; npos for any other word.
std::size_t end_of_key(const ConfigEntry &entry)
{
    if (!entry.key.empty() || !entry.value.is_string()) return std::string::npos;
    const auto &word = entry.value.get_ref<const std::string &>();
    const std::size_t end = word.find('=');
    if (end == std::string::npos || end == 0) return std::string::npos;
    const auto belongs = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '+' || c == '/' || c == '@';
    };
    return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(end), belongs) ? end : std::string::npos;
}

} // namespace

void spread_overrides(ConfigText &command)
{
    if (command.form != ConfigForm::command || command.programs.empty()) return;
    constexpr std::ptrdiff_t least = 3;
    const auto is_override = [](const ConfigEntry &entry) { return end_of_key(entry) != std::string::npos; };
    if (std::ranges::count_if(command.entries, is_override) < least) return;
    for (ConfigEntry &entry : command.entries) {
        const std::size_t end = end_of_key(entry);
        if (end == std::string::npos || entry.scope != command.programs.back()) continue;
        const std::string word = entry.value.get<std::string>();
        entry.key = word.substr(std::min(word.find_first_not_of('+'), end), end - std::min(word.find_first_not_of('+'), end));
        std::string value = word.substr(end + 1);
        if (value.size() > 1 && (value.front() == '\'' || value.front() == '"') && value.back() == value.front())
            value = value.substr(1, value.size() - 2);
        entry.value = yaml_scalar(value);
        entry.unknown = entry.unknown || value.find('$') != std::string::npos;
    }
}

} // namespace plimsoll
