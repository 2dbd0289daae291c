// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace plimsoll {

/// fnmatch's "*" and "?", the whole text, in the time of both lengths' product at most.
[[nodiscard]] bool globs(std::string_view pattern, std::string_view text);

} // namespace plimsoll
