// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What the containers of a YAML file run (services of Compose with `extends`, containers of Kubernetes in whatever kind, entries with
/// "cmd" of llama-swap), and what operators make of their own kinds (manifest_kinds.h), each as a shell command whose words stand on
/// their own lines: image, entry point, command, arguments and what it sets, with what files and objects set that it names (env_files.h).
/// All documents are read. Nothing is executed.
[[nodiscard]] std::vector<std::string> commands_of_containers(std::string_view yaml, const ConfigReader &read = {});

} // namespace plimsoll
