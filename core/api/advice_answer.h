// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/largest_values.h"
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
    std::vector<Verdict> server =
        {};                     ///< of the engine that makes its completions on cards of its own, which no change here moves
    LargestValues largest = {}; ///< how long a sequence and how large a batch the plan as it is may have: sure, and likely
};

/// The longest sequence and the largest batch of these: what is a length, then what is a batch; an adapter's rank is neither.
[[nodiscard]] LargestValues length_and_batch(const LargestValues &largest);
/// "Longest sequence: 7,600 tokens sure, 9,100 likely. Largest batch: none sure, 1 likely."; empty where neither was looked for.
[[nodiscard]] std::string largest_in_words(const LargestValues &largest);

/// The contract's array, each entry with the card that it was worked out for and what the plan as it is may have there.
[[nodiscard]] nlohmann::ordered_json advice_to_json(const AdviceAnswer &answer);

/// Whether some change makes it fit, and its server stands.
[[nodiscard]] Outcome outcome_of(const AdviceAnswer &answer);

} // namespace plimsoll
