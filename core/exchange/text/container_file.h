// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What the containers of a YAML file run (services of Compose, containers of Kubernetes, entries with "cmd"), each as a shell command
/// whose words stand on their own lines: image, entry point, command, arguments and what it sets. Nothing is executed.
[[nodiscard]] std::vector<std::string> commands_of_containers(std::string_view yaml);

} // namespace plimsoll
