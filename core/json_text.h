// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/result.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace plimsoll {

/// Parses JSON that comes from outside. Errors say line and column; nesting deeper than 100 levels is refused, so that
/// nothing that walks the value afterwards can run out of stack. `what` names the document in the error ("the plan").
[[nodiscard]] Result<nlohmann::json> parse_json(std::string_view text, const std::string &what);

/// The same, refusing more than `most_values`, each of which takes up to some hundred bytes of memory.
[[nodiscard]] Result<nlohmann::json> parse_bounded_json(std::string_view text, const std::string &what, std::size_t most_values);

/// A value as an error quotes it: JSON on one line, cut after 60 characters; never fails, whatever bytes it holds.
[[nodiscard]] std::string quoted(const nlohmann::json &value);

/// JSON on one line; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_text(const nlohmann::ordered_json &value, int indent = -1);

} // namespace plimsoll
