// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/outcome.h"
#include "core/fit/advice.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// What may be changed, and for which card that was asked.
struct AdviceAnswer {
    Node target;
    std::vector<Advice> advice;
};

/// The contract's array, each entry with the card that it was worked out for.
[[nodiscard]] nlohmann::ordered_json advice_to_json(const AdviceAnswer &answer);

/// Whether some change makes it fit.
[[nodiscard]] Outcome outcome_of(const AdviceAnswer &answer);

} // namespace plimsoll
