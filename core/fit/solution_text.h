// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"

namespace plimsoll {

/// "sequence_length 8,951 (20.3 of 23.5 GiB usable; tight up to 9,728)", "tight up to sequence_length 1,024, sure at none (…)",
/// "none. sequence_length 1 needs 28.1 to 30.4 of 23.5 GiB usable": a solution without its card, as the command line and the window
/// say it.
[[nodiscard]] std::string solution_text(const Solution &solution);

} // namespace plimsoll
