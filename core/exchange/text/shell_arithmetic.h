// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What a shell's variable holds; nothing where the text does not set it to a whole number.
using ShellNumber = std::function<std::optional<std::int64_t>(const std::string &name)>;

/// The value of "16 / $ranks" as $((…)) has it: + - * / % and parentheses over whole numbers and variables, with or without their
/// dollar signs. Nothing where anything else stands there, and where it divides by zero or leaves 64 bits.
[[nodiscard]] std::optional<std::int64_t> shell_arithmetic(std::string_view expression, const ShellNumber &variable);

} // namespace plimsoll
