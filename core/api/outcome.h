// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "core/report/plan_answer.h"

#include <cstdint>
#include <vector>

namespace plimsoll {

/// An answer in one word, for who must decide by it: a script's exit status, a test of a wheel.
enum class Outcome : std::uint8_t {
    fits,         ///< every card and budget; also where none was asked about
    does_not_fit, ///< at least one
    open,         ///< tight, or not known
};

/// What the deciding verdict says.
[[nodiscard]] Outcome outcome_of(const std::vector<Verdict> &verdicts);
/// Of a whole answer: its cards, and those of the server that it has, whichever is the worse.
[[nodiscard]] Outcome outcome_of(const PlanAnswer &answer);
/// no before open before fits
[[nodiscard]] Outcome worse(Outcome a, Outcome b);

} // namespace plimsoll
