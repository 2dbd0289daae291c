// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plimsoll {

/// SHA-256 of `text` (FIPS 180-4) as 64 hexadecimal digits. For naming what was read, not for secrets.
[[nodiscard]] std::string sha256_hex(std::string_view text);

} // namespace plimsoll
