// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/accuracy/row.h"

#include <string>

namespace plimsoll::accuracy {

/// One row in full: its plan, and our peaks per step and phase beside the row's, with the breakdown at our peak.
[[nodiscard]] Result<std::string> phases_text(const Row &row, const std::string &base);

} // namespace plimsoll::accuracy
