// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

// Tools whose configurations are read, a file each: how sure a text is of the tool (ImportTool::recognises), and reading it.
[[nodiscard]] int recognises_trl(const ConfigText &text);
void read_trl(Reading &reading);

} // namespace plimsoll
