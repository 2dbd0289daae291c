// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/outcome.h"

namespace plimsoll {

Outcome outcome_of(const std::vector<Verdict> &verdicts)
{
    const Verdict *decider = worst(verdicts);
    if (decider == nullptr || decider->fits == Fits::yes) return Outcome::fits;
    return decider->fits == Fits::no ? Outcome::does_not_fit : Outcome::open;
}

Outcome worse(Outcome a, Outcome b)
{
    if (a == Outcome::fits || b == Outcome::does_not_fit) return b;
    return a;
}

Outcome outcome_of(const PlanAnswer &answer)
{
    const Outcome own = outcome_of(answer.verdicts);
    return answer.server ? worse(own, outcome_of(answer.server->verdicts)) : own;
}

} // namespace plimsoll
