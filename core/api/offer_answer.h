// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/rated_offers.h"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace plimsoll {

/// The five cheapest rented machines on which the plan fits, by price.
[[nodiscard]] std::vector<RatedOffer> cheapest_offers(const Estimate &estimate);

/// The contract's array of them, with the day and the source of each price.
[[nodiscard]] nlohmann::ordered_json offers_to_json(const Estimate &estimate);

} // namespace plimsoll
