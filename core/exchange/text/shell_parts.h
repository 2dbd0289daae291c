// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/shell_commands.h"
#include "core/ground/ascii.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What stands in "${…}" (POSIX 2.6.2): "NAME", "NAME:-word", "NAME[@]".
struct ShellParameter {
    std::string name;
    std::string sign; ///< ":-" "-" ":=" "=" ":+" "+" ":?" "?"; empty: the name alone
    std::string word; ///< behind the sign, as it stands
};
/// Nothing of other operators ("NAME%.*").
[[nodiscard]] std::optional<ShellParameter> shell_parameter(std::string_view inside);

/// Of a variable's name (POSIX 3.216).
[[nodiscard]] inline bool is_variable_char(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || is_digit(c) || c == '_'; }

/// "NAME=word", "NAME+=more" (with the plus in the name); nothing of any other word.
[[nodiscard]] std::optional<ShellAssignment> shell_assignment(const ShellWord &word);

/// Length of "<your model>" at this place, which stands for a word that the reader is to put in; 0 of what redirects.
[[nodiscard]] std::size_t placeholder_at(std::string_view text, std::size_t at);

/// A backslash at the end of its line; blanks behind it, and a comment behind those, which a paste may have, count as none.
[[nodiscard]] bool goes_on_at(std::string_view text, std::size_t at);
/// Behind the end of a line: an option stands next, at most comments between.
[[nodiscard]] bool option_behind(std::string_view text, std::size_t at);

} // namespace plimsoll
