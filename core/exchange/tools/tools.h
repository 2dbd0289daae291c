// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/exchange.h"
#include "core/exchange/reading.h"
#include "core/exchange/shells/bare_words.h"

namespace plimsoll {

// How commands are read (ToolFormat::command). hf_command: of transformers' HfArgumentParser.
extern const CommandWords hf_command, axolotl_command, llama_factory_command, unsloth_command, swift_command, openrlhf_command,
    vllm_command, sglang_command, llama_cpp_command;

/// Every tool, in the order in which they are offered: one line each, and `formats::<name>` in its file.
#define PLIMSOLL_TOOLS(X)                                                                                                        \
    X(trl)                                                                                                                       \
    X(transformers)                                                                                                              \
    X(accelerate)                                                                                                                \
    X(deepspeed)                                                                                                                 \
    X(peft)                                                                                                                      \
    X(llama_factory)                                                                                                             \
    X(torchtitan)                                                                                                                \
    X(axolotl) X(unsloth) X(ms_swift) X(verl) X(openrlhf) X(vllm) X(sglang) X(llama_cpp) X(ollama) X(skypilot) X(plimsoll)

namespace formats {
#define PLIMSOLL_DECLARED(name) extern const ToolFormat name;
PLIMSOLL_TOOLS(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED
} // namespace formats

// Readers that others call.
void read_deepspeed(ConfigReading &reading);

// Writers, a file each.
[[nodiscard]] Result<Exported> write_vllm(const Plan &plan);
[[nodiscard]] Result<Exported> write_sglang(const Plan &plan);
[[nodiscard]] Result<Exported> write_llama_cpp(const Plan &plan);
[[nodiscard]] Result<Exported> write_ollama(const Plan &plan);
[[nodiscard]] Result<Exported> write_trl(const Plan &plan);
[[nodiscard]] Result<Exported> write_accelerate(const Plan &plan);
[[nodiscard]] Result<Exported> write_deepspeed(const Plan &plan);
[[nodiscard]] Result<Exported> write_llama_factory(const Plan &plan);
[[nodiscard]] Result<Exported> write_axolotl(const Plan &plan);
[[nodiscard]] Result<Exported> write_unsloth(const Plan &plan);
[[nodiscard]] Result<Exported> write_ms_swift(const Plan &plan);
[[nodiscard]] Result<Exported> write_verl(const Plan &plan);
[[nodiscard]] Result<Exported> write_openrlhf(const Plan &plan);
[[nodiscard]] Result<Exported> write_skypilot(const Plan &plan);
[[nodiscard]] Result<Exported> write_peft(const Plan &plan);
[[nodiscard]] Result<Exported> write_plimsoll(const Plan &plan);

} // namespace plimsoll
