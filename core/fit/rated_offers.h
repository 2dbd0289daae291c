// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "core/offers/offers.h"

#include <vector>

namespace plimsoll {

struct RatedOffer {
    const CloudOffer *offer = nullptr;
    Verdict verdict; ///< of one card: every rank is judged alone
};

/// Offers of whole cards with a price on which the plan fits with its whole interval, cheapest first.
[[nodiscard]] std::vector<RatedOffer> fitting_offers(const Estimate &estimate);
/// The same of those that cost nothing, as long as they last.
[[nodiscard]] std::vector<RatedOffer> free_offers(const Estimate &estimate);

} // namespace plimsoll
