// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/timed_choice.h"

#include "core/clock/run_time.h"
#include "core/fit/per_card.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <limits>
#include <map>

namespace plimsoll {

namespace {

constexpr double million = 1e6, seconds_of_hour = 3600;

Minimum timed(const Verdict &verdict, double hours, Count cards)
{
    Minimum out;
    out.gpu = verdict.gpu;
    out.count = cards;
    out.need = verdict.need;
    out.usable = verdict.usable;
    out.hours = hours;
    return out;
}

Minimum no_time(const Estimate &estimate, std::string reason)
{
    Minimum out;
    out.need = need_on(estimate, estimate.device);
    out.not_known = !estimate.lower_bound_reason.empty();
    out.reason = out.not_known ? estimate.lower_bound_reason : std::move(reason);
    return out;
}

/// A million tokens on such cards, as many as the plan has ranks.
struct MillionTokens {
    double hours = 0;
    Count cards = 1;
};

/// Nothing where the speed of such a card is not known.
std::optional<MillionTokens> million_on(PerCard &per_card, const CardFacts &facts)
{
    const std::optional<RunTime> time = time_of(per_card.on(facts), facts);
    const std::optional<double> seconds = time ? seconds_for_tokens(*time, million) : std::nullopt;
    return seconds ? std::optional(MillionTokens{*seconds / seconds_of_hour, time->cards}) : std::nullopt;
}

/// The cards that the plan names; none where it names none.
std::vector<const Gpu *> stated_cards(const Plan &plan)
{
    std::vector<const Gpu *> out;
    const Result<Cluster> cluster = cluster_of(plan.target);
    if (!cluster.ok()) return out;
    for (const Node &node : cluster->nodes)
        if (node.card != nullptr && std::ranges::find(out, node.card) == out.end()) out.push_back(node.card);
    return out;
}

/// Of so many machines as have those cards; of one card, its part of the machine's.
double hourly(const CloudOffer &offer, Count cards)
{
    if (cards <= 1) return *offer.usd_per_hour / std::max(offer.count, 1.0);
    return static_cast<double>(ceil_div(cards, std::max<Count>(1, static_cast<Count>(offer.count)))) * *offer.usd_per_hour;
}

} // namespace

Minimum fastest_card(const Estimate &estimate)
{
    PerCard per_card(estimate);
    std::optional<Minimum> best;
    const std::vector<const Gpu *> stated = stated_cards(estimate.plan.plan);
    for (const Gpu *gpu : stated.empty() ? cards_as_sold(estimate.plan) : stated) {
        if (!may_fit(estimate, *gpu)) continue;
        const Verdict verdict = per_card.verdict(*gpu);
        if (verdict.fits != Fits::yes) continue;
        const std::optional<MillionTokens> run = million_on(per_card, gpu->facts());
        if (run && (!best || run->hours < *best->hours)) best = timed(verdict, run->hours, run->cards);
    }
    if (!best && !stated.empty())
        return no_time(estimate, phrase(QT_TRANSLATE_NOOP("core", "none of %1 holds it, or how fast it is there is not known"),
                                        {"target.gpus"}));
    if (!best) return no_time(estimate, phrase(QT_TRANSLATE_NOOP("core", "no single card is known that holds it")));
    best->reason = stated.empty()
                       ? phrase(QT_TRANSLATE_NOOP("core", "of the cards that hold it none is faster"))
                       : phrase(QT_TRANSLATE_NOOP("core", "of those of %1 that hold it none is faster"), {"target.gpus"});
    return *best;
}

std::vector<TimedOffer> timed_offers(const Estimate &estimate)
{
    PerCard per_card(estimate);
    std::map<const Gpu *, std::optional<MillionTokens>> runs;
    std::vector<TimedOffer> out;
    for (const RatedOffer &rated : fitting_offers(estimate)) {
        TimedOffer one{rated, {}, {}};
        if (const Result<GpuMatch> match = find_gpu(rated.offer->gpu); match.ok()) {
            const auto known = runs.find(match->gpu);
            const auto run = known != runs.end() ? known->second : million_on(per_card, match->gpu->facts());
            runs[match->gpu] = run;
            if (run) {
                one.hours = run->hours;
                one.usd = run->hours * hourly(*rated.offer, run->cards);
            }
        }
        out.push_back(std::move(one));
    }
    std::ranges::stable_sort(out, {},
                             [](const TimedOffer &one) { return one.usd.value_or(std::numeric_limits<double>::infinity()); });
    return out;
}

Minimum cheapest_run(const Estimate &estimate)
{
    PerCard per_card(estimate);
    std::optional<Minimum> best;
    const std::vector<const Gpu *> stated = stated_cards(estimate.plan.plan);
    for (const RatedOffer &rated : fitting_offers(estimate)) {
        const Result<GpuMatch> match = find_gpu(rated.offer->gpu);
        if (!match || (!stated.empty() && std::ranges::find(stated, match->gpu) == stated.end())) continue;
        const std::optional<MillionTokens> run = million_on(per_card, match->gpu->facts());
        if (!run) continue;
        const double usd = run->hours * hourly(*rated.offer, run->cards);
        if (best && usd >= *best->usd) continue;
        best = timed(rated.verdict, run->hours, static_cast<Count>(rated.offer->count));
        best->usd = usd;
        best->offer = rated;
    }
    if (!best && !stated.empty())
        return no_time(estimate,
                       phrase(QT_TRANSLATE_NOOP("core", "it fits on no offer of a card of %1 whose price and speed are known"),
                              {"target.gpus"}));
    if (!best)
        return no_time(estimate,
                       phrase(QT_TRANSLATE_NOOP("core", "it fits on no card of an offer whose price and speed are known")));
    best->reason = phrase(QT_TRANSLATE_NOOP("core", "at its price of %1 no token costs less"), {best->offer->offer->price_date});
    return *best;
}

} // namespace plimsoll
