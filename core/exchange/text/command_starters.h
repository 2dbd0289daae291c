// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/config_text.h"
#include "core/exchange/text/shell_commands.h"

#include <span>

namespace plimsoll {

/// What stands before a command's program and starts it ("uv run --with x", "srun -n 8", "docker run -e A=B IMAGE"): its name and its
/// options go into `out`, variables that it sets among the environment's. `is_program`: whether a word is a program that configurations
/// are known of. Returns the words from the program on; all of them where there is none.
[[nodiscard]] std::span<const ShellWord> without_starter(ConfigText &out, std::span<const ShellWord> words,
                                                         bool (*is_program)(std::string_view word));

} // namespace plimsoll
