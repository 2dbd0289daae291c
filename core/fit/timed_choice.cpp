// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/timed_choice.h"

#include "core/clock/run_time.h"
#include "core/fit/per_card.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr double million = 1e6, seconds_of_hour = 3600;

Minimum timed(const Verdict &verdict, double hours)
{
    Minimum out;
    out.gpu = verdict.gpu;
    out.count = 1;
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

/// Hours of a million tokens on one such card; nothing where its speed is not known.
std::optional<double> hours_on(PerCard &per_card, const CardFacts &facts)
{
    const std::optional<RunTime> time = time_of(per_card.on(facts), facts);
    const std::optional<double> seconds = time ? seconds_for_tokens(*time, million) : std::nullopt;
    return seconds ? std::optional(*seconds / seconds_of_hour) : std::nullopt;
}

} // namespace

Minimum fastest_card(const Estimate &estimate)
{
    PerCard per_card(estimate);
    std::optional<Minimum> best;
    for (const Gpu *gpu : cards_as_sold(estimate.plan)) {
        if (!may_fit(estimate, *gpu)) continue;
        const Verdict verdict = per_card.verdict(*gpu);
        if (verdict.fits != Fits::yes) continue;
        const std::optional<double> hours = hours_on(per_card, gpu->facts());
        if (hours && (!best || *hours < *best->hours)) best = timed(verdict, *hours);
    }
    if (!best) return no_time(estimate, phrase(QT_TRANSLATE_NOOP("core", "no single card is known that holds it")));
    best->reason = phrase(QT_TRANSLATE_NOOP("core", "of the cards that hold it none is faster"));
    return *best;
}

Minimum cheapest_run(const Estimate &estimate)
{
    PerCard per_card(estimate);
    std::optional<Minimum> best;
    for (const RatedOffer &rated : fitting_offers(estimate)) {
        const Result<GpuMatch> match = find_gpu(rated.offer->gpu);
        if (!match) continue;
        const std::optional<double> hours = hours_on(per_card, match->gpu->facts());
        if (!hours) continue;
        const double usd = *hours * *rated.offer->usd_per_hour / std::max(rated.offer->count, 1.0);
        if (best && usd >= *best->usd) continue;
        best = timed(rated.verdict, *hours);
        best->usd = usd;
        best->offer = rated;
        best->count = static_cast<Count>(rated.offer->count);
    }
    if (!best)
        return no_time(estimate,
                       phrase(QT_TRANSLATE_NOOP("core", "it fits on no card of an offer whose price and speed are known")));
    best->reason = phrase(QT_TRANSLATE_NOOP("core", "at its price of %1 no token costs less"), {best->offer->offer->price_date});
    return *best;
}

} // namespace plimsoll
