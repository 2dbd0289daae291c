// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// Keys of a LLaMA-Factory configuration, beside transformers' TrainingArguments.
extern const ToolWords llama_factory_words;
/// Variables that its command is started with.
extern const ToolWords llama_factory_variables;

/// The second schema ("model", "peft_config", "dist_config"), of `USE_V1=1`.
[[nodiscard]] bool is_llama_factory_v1(const ConfigText &text);
void read_llama_factory_v1(ConfigReading &reading);

} // namespace plimsoll
