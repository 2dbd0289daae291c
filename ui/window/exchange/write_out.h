// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/exchange/text_dialog.h"
#include "ui/window/window_parts.h"

namespace plimsoll {

/// Asks for a file over `window` and writes it atomically; what went wrong stands in the error bar. `desk` and `window` outlive it.
[[nodiscard]] WriteOut write_out(const Desk &desk, QWidget &window);

} // namespace plimsoll
