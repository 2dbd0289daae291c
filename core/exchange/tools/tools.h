// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

// Tools whose configurations are read, a file each: how sure a text is of the tool (ImportTool::recognises), and reading it.
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

} // namespace plimsoll
