// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/timed_choice.h"
#include "core/plan/amount/run_amount.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace plimsoll {

/// The five cheapest rented machines on which the plan fits: by price, or where an amount is named by what its run costs there. Of an
/// estimate made with EstimateOptions::time `hours` and `usd` are those of that amount; else nothing.
[[nodiscard]] std::vector<TimedOffer> cheapest_offers(const Estimate &estimate, const RunAmount &amount);

/// The contract's array of them, with the day and the source of each price.
[[nodiscard]] nlohmann::ordered_json offers_to_json(const Estimate &estimate, const RunAmount &amount);

} // namespace plimsoll
