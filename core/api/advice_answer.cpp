// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/advice_answer.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

nlohmann::ordered_json advice_to_json(const AdviceAnswer &answer)
{
    nlohmann::ordered_json out = advice_to_json(answer.advice);
    for (auto &entry : out) entry["gpu"] = answer.target.counted_name();
    return out;
}

Outcome outcome_of(const AdviceAnswer &answer)
{
    const auto any = [&](Fits fits) { return std::ranges::find(answer.advice, fits, &Advice::fits) != answer.advice.end(); };
    // what could not be estimated is not known either, and says nothing of the plan
    const bool not_known = std::ranges::any_of(answer.advice, [](const Advice &entry) {
        return entry.fits == Fits::unknown && (entry.no_effect.empty() || entry.change.empty());
    });
    return any(Fits::yes) ? Outcome::fits : any(Fits::tight) || not_known ? Outcome::open : Outcome::does_not_fit;
}

} // namespace plimsoll
