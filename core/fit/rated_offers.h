// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "core/offers/offers.h"

#include <vector>

namespace plimsoll {

struct RatedOffer {
    const CloudOffer *offer = nullptr;
    Verdict verdict;    ///< of one card: every rank is judged alone
    Count machines = 1; ///< that hold all ranks of the plan
    [[nodiscard]] double usd_per_hour() const { return static_cast<double>(machines) * *offer->usd_per_hour; } ///< of all of them
};

/// Offers of whole cards with a price on which the plan fits with its whole interval, cheapest first. Ranks talk to one another as within
/// a node: of a machine with fewer cards than a node of the plan is none taken, of smaller runs as many machines as its ranks fill, of a
/// server's copies each by itself. A host with less memory than the run holds there is left out; that of which nobody states any is said
/// among the verdict's notes.
[[nodiscard]] std::vector<RatedOffer> fitting_offers(const Estimate &estimate);
/// "2 × AWS p4d.24xlarge, 8 × A100 SXM4 40GB"
[[nodiscard]] std::string title_of(const RatedOffer &rated);
/// The same of those that cost nothing, as long as they last.
[[nodiscard]] std::vector<RatedOffer> free_offers(const Estimate &estimate);

} // namespace plimsoll
