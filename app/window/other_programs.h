// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/window_parts.h"

namespace plimsoll {

/// Fetches with the command line beside this program (`plimsoll inspect ID --online`), so that the window itself links no network.
/// Empty where it is not installed.
[[nodiscard]] HubFetcher fetch_with_program(const QString &program);

/// Asks a program with words and takes what it writes. Empty where there is no such program.
[[nodiscard]] OtherProgram ask_program(const QString &program);

} // namespace plimsoll
