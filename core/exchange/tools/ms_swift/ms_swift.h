// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Arguments of `swift sft`, `swift pt`, `swift rlhf` and their `megatron` twins, beside transformers' TrainingArguments.
extern const ToolWords ms_swift_words;
/// Variables that its commands are started with, beside the libraries'.
extern const ToolWords ms_swift_variables;

/// tuner_plugin/lora_llm.py: adapters on the language model's linear layers, beside which tower and aligner train whole. `method`:
/// what such adapters are called on these weights.
void read_lora_llm(ConfigReading &reading, const ConfigEntry &entry, std::string_view method);

} // namespace plimsoll
