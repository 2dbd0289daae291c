// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

namespace plimsoll {

// Words of commands by what they start.

/// Without the folders before it and Windows' ending.
[[nodiscard]] std::string base_name(std::string_view path);
[[nodiscard]] bool is_python(std::string_view name);
/// "llama-server", and builds of it that people keep beside each other ("llama-server-b6500").
[[nodiscard]] bool is_llama_server(std::string_view name);
/// Whether a program of this name is one that configurations are known of.
[[nodiscard]] bool is_known(std::string_view word);
/// Whether its first word says what it does ("trl sft").
[[nodiscard]] bool has_commands(std::string_view name);
/// The program that a container's image starts ("llama-server"); empty for any other word.
[[nodiscard]] std::string_view program_of_image(std::string_view word);
/// The program whose options a module takes over (NVIDIA Dynamo's); empty of any other.
[[nodiscard]] std::string_view wrapped_program(std::string_view module);
/// Whether a word may be what a command runs.
[[nodiscard]] bool is_program(std::string_view word);

} // namespace plimsoll
