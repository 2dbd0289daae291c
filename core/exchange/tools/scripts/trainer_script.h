// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

/// How sure it is that a text holds calls of TRL's trainers and configurations ("SFTConfig(…)"); of transformers' ("Trainer(…)").
[[nodiscard]] int calls_trl(const ConfigText &text);
[[nodiscard]] int calls_transformers(const ConfigText &text);

/// A Python script: from_pretrained, BitsAndBytesConfig, LoraConfig, arguments and trainers, each by its own keys. `arguments`: the
/// tool's words for the arguments; `checkpoints`: what it does where nobody says.
void read_trainer_script(ConfigReading &reading, const ToolWords &arguments, bool checkpoints);

} // namespace plimsoll
