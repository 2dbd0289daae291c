// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

// What the commands of inference servers share.
extern const ToolWords vllm_words, sglang_words;
/// Whether the text's command is one of these ("vllm serve", "llama-server"): 100, else 0.
[[nodiscard]] int runs_one_of(const ConfigText &text, std::initializer_list<std::string_view> programs);
/// How sure a file of a server's options (`--config FILE`) is of these: one of its own keys stands there, and it knows most. Else 0.
[[nodiscard]] int holds_options_of(const ConfigText &text, const ToolWords &words, std::initializer_list<std::string_view> own);
/// Whose options the command's are; empty where there is no command.
[[nodiscard]] std::string scope_of(const ConfigText &text);
/// A word that belongs to no option is the model's; shown as "model (positional)".
void take_positional_model(ConfigReading &reading, const std::string &scope);
/// Numbers as vLLM takes them ("32k" is 32,000, "32K" 32,768; 1.5M), or plain.
[[nodiscard]] nlohmann::json human_count(const nlohmann::json &value);
void take_human_count(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value, std::string_view field);
/// Words of a command that stand without dashes where an option takes them as one of its values ("gpu_memory_utilization=0.9" behind
/// --served-model-name): what they look like stays at its default, which is told.
void say_bare_words(ConfigReading &reading, const ToolWords &words, const std::string &scope);
/// An option that changes the model's own length, or a variable that lets a server take a longer one: the length that is stated is taken
/// as it is (inference.fit false), and where none is, what YaRN scales to.
void take_longer(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// --cpu-offload-gb: GiB of weights that stay with the host; not said where other options choose which.
void take_offloaded(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// Kernels of attention, which are the server's own to choose.
void take_own_kernels(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// A model that drafts, as inference.speculative.model.
void take_drafter(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// How many devices CUDA_VISIBLE_DEVICES shows; nothing where it says none.
[[nodiscard]] std::optional<Count> visible_cards(ConfigReading &reading);

} // namespace plimsoll
