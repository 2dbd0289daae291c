// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <optional>

namespace plimsoll {

/// How much a run has to go through.
struct RunAmount {
    std::optional<double> tokens; ///< of the data set; of a serving, that come out
    std::optional<double> rows;   ///< in place of them: sequences of the plan's length; of a serving, requests
    double epochs = 1;
    [[nodiscard]] bool named() const { return tokens || rows; }
};

/// Hours on the answer's card, and dollars at the cheapest known offer of it; nothing where its time is not known.
void add_cost(PlanAnswer &answer, const RunAmount &amount);

} // namespace plimsoll
