// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

// Tools whose configurations are read, a file each: how sure a text is of the tool (ImportTool::recognises), and reading it.
[[nodiscard]] int recognises_trl(const ConfigText &text);
void read_trl(Reading &reading);
[[nodiscard]] int recognises_transformers(const ConfigText &text);
void read_transformers(Reading &reading);
[[nodiscard]] int recognises_accelerate(const ConfigText &text);
void read_accelerate(Reading &reading);
[[nodiscard]] int recognises_deepspeed(const ConfigText &text);
void read_deepspeed(Reading &reading);
[[nodiscard]] int recognises_peft(const ConfigText &text);
void read_peft(Reading &reading);

} // namespace plimsoll
