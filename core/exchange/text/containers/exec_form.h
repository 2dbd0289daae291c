// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Commands that are written as lists of words, each as a shell command whose words stand on their own lines. Nothing is executed.

namespace plimsoll {

/// What a Dockerfile's container runs: its last ENTRYPOINT and CMD, with ENV before them, and "docker run IMAGE" where these begin with
/// an option. Empty where it says neither; nothing where the text is no Dockerfile.
[[nodiscard]] std::optional<std::string> command_of_dockerfile(std::string_view text);

/// Lists of Python's that begin with a string ("subprocess.run(["vllm", "serve", …])"), at most a few. A variable in one stays such.
[[nodiscard]] std::vector<std::string> commands_of_lists(std::string_view python);

} // namespace plimsoll
