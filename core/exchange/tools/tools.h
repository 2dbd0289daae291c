// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"
#include "core/exchange/shells/bare_words.h"

namespace plimsoll {

// How commands are read (ImportTool::command). hf_command: of transformers' HfArgumentParser.
extern const CommandWords hf_command, axolotl_command, llama_factory_command, unsloth_command, swift_command, openrlhf_command,
    vllm_command, sglang_command, llama_cpp_command;

// Tools whose configurations are read, a file each: how sure a text is of the tool (ImportTool::recognises), and reading it.
[[nodiscard]] int recognises_plimsoll(const ConfigText &text);
void read_plimsoll(ConfigReading &reading);
[[nodiscard]] int recognises_trl(const ConfigText &text);
void read_trl(ConfigReading &reading);
[[nodiscard]] int recognises_transformers(const ConfigText &text);
void read_transformers(ConfigReading &reading);
[[nodiscard]] int recognises_accelerate(const ConfigText &text);
void read_accelerate(ConfigReading &reading);
[[nodiscard]] int recognises_deepspeed(const ConfigText &text);
void read_deepspeed(ConfigReading &reading);
[[nodiscard]] int recognises_peft(const ConfigText &text);
void read_peft(ConfigReading &reading);
[[nodiscard]] int recognises_axolotl(const ConfigText &text);
void read_axolotl(ConfigReading &reading);
[[nodiscard]] int recognises_llama_factory(const ConfigText &text);
void read_llama_factory(ConfigReading &reading);
[[nodiscard]] int recognises_ms_swift(const ConfigText &text);
void read_ms_swift(ConfigReading &reading);
[[nodiscard]] int recognises_unsloth(const ConfigText &text);
void read_unsloth(ConfigReading &reading);
[[nodiscard]] int recognises_verl(const ConfigText &text);
void read_verl(ConfigReading &reading);
[[nodiscard]] int recognises_openrlhf(const ConfigText &text);
void read_openrlhf(ConfigReading &reading);
[[nodiscard]] int recognises_vllm(const ConfigText &text);
void read_vllm(ConfigReading &reading);
[[nodiscard]] int recognises_sglang(const ConfigText &text);
void read_sglang(ConfigReading &reading);
[[nodiscard]] int recognises_llama_cpp(const ConfigText &text);
void read_llama_cpp(ConfigReading &reading);
[[nodiscard]] int recognises_ollama(const ConfigText &text);
void read_ollama(ConfigReading &reading);
[[nodiscard]] int recognises_skypilot(const ConfigText &text);
void read_skypilot(ConfigReading &reading);

} // namespace plimsoll
