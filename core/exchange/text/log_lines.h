// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// A log without what terminals, containers and services put before each line: colours, "name | " of Compose, journald's time, host and
/// unit, "(EngineCore pid=12) ", "[rank0]: ". Lines keep their numbers.
[[nodiscard]] std::string without_log_prefixes(std::string_view log);

/// From the bracket at `at` to the one that closes it, texts in quotes whole; nothing where none does.
[[nodiscard]] std::optional<std::string_view> bracketed(std::string_view text, std::size_t at);

/// The line, from 1, in which this place of a text lies.
[[nodiscard]] int line_at(std::string_view text, std::size_t at);

} // namespace plimsoll
