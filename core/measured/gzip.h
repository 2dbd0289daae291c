// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace plimsoll {

/// Whether a file begins as gzip's do.
[[nodiscard]] bool begins_gzip(std::string_view beginning);

/// What gzip packed, its members one after the other. Errors: bytes that are none of gzip's, a checksum that is another, more than
/// `most` bytes.
[[nodiscard]] Result<std::string> unpacked_gzip(std::string_view packed, std::uint64_t most);

} // namespace plimsoll
