// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// The recipes of a Makefile or a justfile as the shell commands that they are, its variables and the defaults of its parameters set
/// before them. Lines keep their numbers. Nothing where no target has a recipe.
[[nodiscard]] std::optional<std::string> shell_of_recipes(std::string_view text);

/// What a unit of systemd or of Podman starts ("ExecStart=", "Exec=" with "Image="), with its Environment before it. Lines keep their
/// numbers. Its EnvironmentFile= come over its Environment, at what it starts. Nothing where the text is no such unit.
[[nodiscard]] std::optional<std::string> shell_of_unit(std::string_view text, const ConfigReader &read = {});

} // namespace plimsoll
