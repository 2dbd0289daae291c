// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/releases.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

std::optional<std::array<int, 3>> release_named(const Plan &plan, std::string_view library)
{
    const auto found = std::ranges::find(plan.libraries, library, &std::pair<std::string, std::string>::first);
    if (found == plan.libraries.end()) return std::nullopt;
    std::array<int, 3> release{};
    const char *at = found->second.data(), *const end = at + found->second.size();
    for (int &part : release) {
        const auto [rest, error] = std::from_chars(at, end, part);
        if (error != std::errc{}) break;
        at = rest == end ? end : rest + 1;
    }
    return release;
}

bool release_before(const Plan &plan, std::string_view library, int major, int minor, int patch)
{
    const auto release = release_named(plan, library);
    return release && *release < std::array<int, 3>{major, minor, patch};
}

} // namespace plimsoll
