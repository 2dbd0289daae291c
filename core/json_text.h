// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/result.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace plimsoll {

/// Most values of one document. Each takes up to some hundred and thirty bytes of memory, however short its text; published
/// configurations that list every module reach 200,000.
inline constexpr std::size_t most_json_values = 500'000;

/// Parses JSON that comes from outside. Errors say line and column; nesting deeper than 100 levels is refused, so that
/// nothing that walks the value afterwards can run out of stack, and so are more than `most_json_values`. `what` names the
/// document in the error ("the plan").
[[nodiscard]] Result<nlohmann::json> parse_json(std::string_view text, const std::string &what);

/// A value as an error quotes it: JSON on one line, cut after 60 characters; never fails, whatever bytes it holds.
[[nodiscard]] std::string quoted(const nlohmann::json &value);

/// JSON on one line; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_text(const nlohmann::ordered_json &value, int indent = -1);

} // namespace plimsoll
