// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/rated_offers.h"

#include "core/fit/per_card.h"

#include <algorithm>
#include <map>

namespace plimsoll {
namespace {

std::vector<RatedOffer> offers_that_fit(const Estimate &estimate, bool (*counts)(const CloudOffer &))
{
    std::map<std::string, Verdict> verdicts;
    PerCard per_card(estimate);
    std::vector<RatedOffer> out;
    for (const CloudOffer &offer : cloud_offers().offers) {
        if (!counts(offer)) continue;
        auto known = verdicts.find(offer.gpu);
        if (known == verdicts.end()) {
            const Result<GpuMatch> match = find_gpu(offer.gpu);
            if (!match || !may_fit(estimate, *match->gpu)) continue;
            known = verdicts.emplace(offer.gpu, per_card.verdict(*match->gpu)).first;
        }
        if (known->second.fits == Fits::yes) out.push_back({&offer, known->second});
    }
    std::ranges::stable_sort(out, {}, [](const RatedOffer &rated) { return *rated.offer->usd_per_hour; });
    return out;
}

} // namespace

std::vector<RatedOffer> fitting_offers(const Estimate &estimate) { return offers_that_fit(estimate, is_rented); }

std::vector<RatedOffer> free_offers(const Estimate &estimate)
{
    return offers_that_fit(estimate, [](const CloudOffer &offer) { return offer.usd_per_hour == 0.0 && offer.count >= 1; });
}

} // namespace plimsoll
