// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <string_view>

namespace plimsoll {

/// Where the first byte stands that is no UTF-8 (RFC 3629: shortest forms, no surrogates, up to U+10FFFF); npos where all are.
[[nodiscard]] std::size_t first_not_utf8(std::string_view text);

} // namespace plimsoll
