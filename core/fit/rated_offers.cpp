// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/rated_offers.h"

#include "core/clock/host_states.h"
#include "core/fit/per_card.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <map>

namespace plimsoll {
namespace {

/// Ranks that a run needs cards for, and how many of them stand in one node.
struct RanksNeeded {
    Count all = 1, of_node = 1;
};

RanksNeeded ranks_of(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    if (!plan.parallel.several()) return {};
    const Count node = plan.parallel.gpus_per_node.value_or(estimate.device.gpus_per_node);
    const Count all = all_cards(plan);
    const Count together = plan.task == Task::infer ? all / std::max<Count>(1, plan.parallel.data) : all; // copies talk to nobody
    return {all, std::clamp<Count>(node, 1, together)};
}

/// Whether the machine's host holds what the run keeps there; adds a note where nobody states its memory.
bool host_holds(const Estimate &estimate, RatedOffer &rated)
{
    const std::optional<HostBytes> &host = estimate.run.host;
    if (!host) return true;
    const Bytes held = std::max(host->load, host->steady);
    if (rated.offer->host_memory) return held <= *rated.offer->host_memory;
    rated.verdict.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "its host must hold %1 GiB of the run: not checked, nobody "
                                                                   "states its memory"),
                                         {localised(gib_brief(held))}));
    return true;
}

std::vector<RatedOffer> offers_that_fit(const Estimate &estimate, bool (*counts)(const CloudOffer &))
{
    std::map<std::string, Verdict> verdicts;
    PerCard per_card(estimate);
    const RanksNeeded ranks = ranks_of(estimate);
    std::vector<RatedOffer> out;
    for (const CloudOffer &offer : cloud_offers().offers) {
        const Count held = std::max<Count>(1, static_cast<Count>(offer.count));
        if (!counts(offer) || held < ranks.of_node) continue;
        auto known = verdicts.find(offer.gpu);
        if (known == verdicts.end()) {
            const Result<GpuMatch> match = find_gpu(offer.gpu);
            if (!match || !may_fit(estimate, *match->gpu)) continue;
            known = verdicts.emplace(offer.gpu, per_card.verdict(*match->gpu)).first;
        }
        RatedOffer rated{&offer, known->second, ceil_div(ranks.all, held)};
        if (rated.verdict.fits == Fits::yes && host_holds(estimate, rated)) out.push_back(std::move(rated));
    }
    std::ranges::stable_sort(out, {}, &RatedOffer::usd_per_hour);
    return out;
}

} // namespace

std::vector<RatedOffer> fitting_offers(const Estimate &estimate) { return offers_that_fit(estimate, is_rented); }

std::string title_of(const RatedOffer &rated) { return Rental{rated.offer, rated.machines, 0}.title(); }

std::vector<RatedOffer> free_offers(const Estimate &estimate)
{
    return offers_that_fit(estimate, [](const CloudOffer &offer) { return offer.usd_per_hour == 0.0 && offer.count >= 1; });
}

} // namespace plimsoll
