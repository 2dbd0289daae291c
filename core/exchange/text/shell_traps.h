// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/shell_commands.h"
#include "core/plan/resolved_plan.h"

#include <set>
#include <string>
#include <vector>

namespace plimsoll {

/// Names that a text exports apart from where it sets them ("export NAME", "set -a").
struct ExportedVariables {
    std::set<std::string> names;
    bool all = false;
};
/// Of the commands before this one.
[[nodiscard]] ExportedVariables exports_before(const std::vector<ShellCommand> &commands, std::size_t chosen);

/// Variables that the text sets for nobody: not exported, and no word names them. Only those that programs read from their environment,
/// and those that a comment cuts off their command.
[[nodiscard]] std::set<std::string> unseen_variables(const std::vector<ShellCommand> &commands, std::size_t chosen);

/// What a shell makes of the text otherwise than it is read, and what that costs: a command that ends before its options (a comment, a
/// blank behind a backslash, a line that was forgotten to go on), variables that are set for nobody, a text processor's signs.
/// `text`: as it was pasted.
[[nodiscard]] std::vector<Warning> shell_traps(std::string_view text, const std::vector<ShellCommand> &commands,
                                               std::size_t chosen);

} // namespace plimsoll
