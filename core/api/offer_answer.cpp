// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/offer_answer.h"

#include "core/api/hours/length_work.h"
#include "core/offers/offers.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

std::vector<TimedOffer> cheapest_offers(const Estimate &estimate, const RunAmount &amount)
{
    constexpr std::size_t most = 5;
    std::vector<TimedOffer> offers;
    LengthWork lengths(amount);
    if (amount.named())
        offers =
            timed_offers(estimate, [&](const Estimate &here, const CardFacts &card) { return lengths.tokens_alike(here, card); });
    else
        for (RatedOffer &rated : fitting_offers(estimate)) offers.push_back({std::move(rated), {}, {}});
    if (offers.size() > most) offers.erase(offers.begin() + most, offers.end());
    return offers;
}

nlohmann::ordered_json offers_to_json(const Estimate &estimate, const RunAmount &amount)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const TimedOffer &one : cheapest_offers(estimate, amount)) {
        const RatedOffer &rated = one.rated;
        const CloudOffer &offer = *rated.offer;
        out.push_back({{"provider", offer.provider},
                       {"instance", offer.instance},
                       {"gpu", offer.gpu},
                       {"count", offer.count},
                       {"machines", rated.machines},
                       {"usd_per_hour", *offer.usd_per_hour},
                       {"price_date", offer.price_date},
                       {"price_basis", offer.price_basis},
                       {"source", offer.source},
                       {"usable_bytes", rated.verdict.usable},
                       {"headroom_bytes", rated.verdict.headroom},
                       {"notes", rated.verdict.notes}});
        if (!amount.named() || !one.hours || !one.usd) continue;
        out.back()["hours"] = *one.hours;
        out.back()["usd"] = *one.usd;
    }
    return out;
}

} // namespace plimsoll
