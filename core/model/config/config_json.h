// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <nlohmann/json_fwd.hpp>
#include <cstddef>
#include <string_view>

namespace plimsoll {

/// Largest configuration that is read. Published ones reach 3 MB (lists of unquantised modules).
inline constexpr std::size_t config_size_limit = std::size_t{16} << 20;

/// Parses JSON as Python's json module does: bare NaN, Infinity and -Infinity are numbers (read as null and ±1e308).
/// Errors say where the text is broken. `what` names the text in errors ("configs/x.json").
[[nodiscard]] Result<nlohmann::json> parse_config_json(std::string_view text, const std::string &what,
                                                       std::size_t size_limit = config_size_limit);

} // namespace plimsoll
