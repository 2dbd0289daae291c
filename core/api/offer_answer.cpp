// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/offer_answer.h"

#include "core/offers/offers.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

std::vector<RatedOffer> cheapest_offers(const Estimate &estimate)
{
    constexpr std::size_t most = 5;
    std::vector<RatedOffer> offers = fitting_offers(estimate);
    offers.resize(std::min(offers.size(), most));
    return offers;
}

nlohmann::ordered_json offers_to_json(const Estimate &estimate)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const RatedOffer &rated : cheapest_offers(estimate)) {
        const CloudOffer &offer = *rated.offer;
        out.push_back({{"provider", offer.provider},
                       {"instance", offer.instance},
                       {"gpu", offer.gpu},
                       {"count", offer.count},
                       {"usd_per_hour", *offer.usd_per_hour},
                       {"price_date", offer.price_date},
                       {"price_basis", offer.price_basis},
                       {"source", offer.source},
                       {"usable_bytes", rated.verdict.usable},
                       {"headroom_bytes", rated.verdict.headroom},
                       {"notes", rated.verdict.notes}});
    }
    return out;
}

} // namespace plimsoll
