// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/text/config_text.h"

#include <optional>
#include <string_view>

namespace plimsoll {

/// The arguments that a server or a trainer printed at its start, in a log and behind whatever stands before them there, as the command
/// that they came from: vLLM's ("non-default args: {…}", "args: Namespace(…)", "Initializing a V1 LLM engine … with config: …"), SGLang's
/// ("server_args=ServerArgs(…)"), TRL's, transformers' and ms-swift's ("SFTConfig(…)", "TrainingArguments(…)", "SftArguments(…)"),
/// Axolotl's configuration, accelerate's default one (`accelerate env`). Of several starts the last. What is printed as None is left out.
/// Nothing where no such line stands there, or none that is whole.
[[nodiscard]] std::optional<ConfigText> printed_arguments(std::string_view log);

/// Those of servers alone, of which no script writes the like.
[[nodiscard]] std::optional<ConfigText> printed_by_servers(std::string_view log);

/// Ray Serve's "LLMConfig(…)" in Python, as the command of the server that it starts. Nothing of any other script.
[[nodiscard]] std::optional<ConfigText> ray_config(std::string_view python);

/// What llama.cpp says of itself while it loads ("llama_context: n_ctx = 8192", "loaded meta data … from m.gguf"), as llama-server's
/// options. Nothing where no model's file and no context stands there.
[[nodiscard]] std::optional<ConfigText> loaded_by_llama_cpp(std::string_view log);

/// What Ollama prints of its settings (`msg="server config" env="map[…]"`) and of the runner that it starts. Nothing where neither stands
/// there.
[[nodiscard]] std::optional<ConfigText> printed_by_ollama(std::string_view log);

} // namespace plimsoll
