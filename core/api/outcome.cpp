// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/outcome.h"

#include "core/report/plan_answer.h"

namespace plimsoll {

Outcome outcome_of(const std::vector<Verdict> &verdicts)
{
    const Verdict *decider = worst(verdicts);
    if (decider == nullptr || decider->fits == Fits::yes) return Outcome::fits;
    return decider->fits == Fits::no ? Outcome::does_not_fit : Outcome::open;
}

} // namespace plimsoll
