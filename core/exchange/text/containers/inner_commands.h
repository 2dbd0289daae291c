// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/shell_commands.h"

#include <vector>

namespace plimsoll {

/// What `eval WORDS`, `bash -c "WORDS" NAME ARGUMENT …`, `ssh host 'WORDS'` run, in the place of that; a command that runs none, as it is.
/// `before`: what was exported by then, which the inner shell sees. `runs`: whether a command is one that configurations are known of;
/// `is_program`: whether a word is such a program.
[[nodiscard]] std::vector<ShellCommand> inner_commands(const ShellCommand &command, const std::vector<ShellAssignment> &before,
                                                       bool (*runs)(const ShellCommand &), bool (*is_program)(std::string_view));

} // namespace plimsoll
