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

Minimum no_time(const Estimate &estimate, std::string reason)
{
    Minimum out;
    out.need = need_on(estimate, estimate.device);
    out.not_known = !estimate.lower_bound_reason.empty();
    out.reason = out.not_known ? estimate.lower_bound_reason : std::move(reason);
    return out;
}

/// What a run takes on such cards, as many as the plan has ranks.
struct TimedRun {
    double hours = 0;         ///< of the tokens
    double million_hours = 0; ///< of a million of them
    Count cards = 1;
};

/// On machines with `machine` such cards, where that is told. Nothing where the speed of such a card is not known.
std::optional<TimedRun> run_on(PerCard &per_card, const CardFacts &card, const TokensOn &tokens,
                               std::optional<int> machine = std::nullopt)
{
    const Estimate &here = per_card.on(card);
    CardFacts facts = card;
    facts.gpus_per_node = machine.value_or(card.gpus_per_node);
    const std::optional<RunTime> time = time_of(here, facts);
    const std::optional<double> seconds = time ? seconds_for_tokens(*time, million) : std::nullopt;
    if (!seconds) return std::nullopt;
    const double hours = *seconds / seconds_of_hour;
    return TimedRun{hours * tokens(here, facts) / million, hours, time->cards};
}

Minimum timed(const Verdict &verdict, const TimedRun &run, Count cards)
{
    Minimum out;
    out.gpu = verdict.gpu;
    out.count = cards;
    out.need = verdict.need;
    out.usable = verdict.usable;
    out.hours = run.million_hours;
    return out;
}

/// All of the catalogue that compute in the plan's precision, whoever made them.
std::vector<const Gpu *> all_that_compute(const ResolvedPlan &plan)
{
    std::vector<const Gpu *> out;
    for (const Gpu &gpu : gpu_catalogue())
        if (computes_in(plan, gpu)) out.push_back(&gpu);
    return out;
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

/// Of cards that are rented, named ones where there are some, the cheapest on which a part of the plan's interval fits; empty: none.
std::string first_tight(PerCard &per_card, const std::vector<const Gpu *> &stated)
{
    std::map<double, const Gpu *> priced;
    for (const CloudOffer &offer : cloud_offers().offers) {
        const Result<GpuMatch> match = is_rented(offer) ? find_gpu(offer.gpu) : Result<GpuMatch>(Error{});
        if (!match || (!stated.empty() && std::ranges::find(stated, match->gpu) == stated.end())) continue;
        priced.emplace(*offer.usd_per_hour / offer.count, match->gpu);
    }
    for (const auto &[usd, gpu] : priced)
        if (per_card.verdict(*gpu).fits == Fits::tight) return gpu->name;
    return {};
}

/// Of all machines; of one card, its part of the machine's.
double hourly(const RatedOffer &rated, Count cards)
{
    const double count = std::max(rated.offer->count, 1.0);
    if (cards <= 1) return *rated.offer->usd_per_hour / count;
    const Count filled = ceil_div(cards, static_cast<Count>(count)); // copies that do not talk to one another, too
    return static_cast<double>(std::max(filled, rated.machines)) * *rated.offer->usd_per_hour;
}

} // namespace

double million_tokens(const Estimate & /*estimate*/, const CardFacts & /*card*/) { return million; }

Minimum fastest_card(const Estimate &estimate, const TokensOn &tokens)
{
    PerCard per_card(estimate);
    std::optional<Minimum> best;
    double least = 0;
    const std::vector<const Gpu *> stated = stated_cards(estimate.plan.plan);
    for (const Gpu *gpu : stated.empty() ? all_that_compute(estimate.plan) : stated) {
        if (!may_fit(estimate, *gpu)) continue;
        const Verdict verdict = per_card.verdict(*gpu);
        if (verdict.fits != Fits::yes) continue;
        const std::optional<TimedRun> run = run_on(per_card, gpu->facts(), tokens);
        if (!run || (best && run->hours >= least)) continue;
        least = run->hours;
        best = timed(verdict, *run, run->cards);
    }
    if (!best && !stated.empty())
        return no_time(estimate, phrase(QT_TRANSLATE_NOOP("core", "none of %1 holds it, or how fast it is there is not known"),
                                        {"target.gpus"}));
    if (!best) return no_time(estimate, phrase(QT_TRANSLATE_NOOP("core", "no single card is known that holds it")));
    best->reason = stated.empty()
                       ? phrase(QT_TRANSLATE_NOOP("core", "of all cards whose speed is known none that holds it is faster"))
                       : phrase(QT_TRANSLATE_NOOP("core", "of those of %1 that hold it none is faster"), {"target.gpus"});
    return *best;
}

std::vector<TimedOffer> timed_offers(const Estimate &estimate, const TokensOn &tokens)
{
    PerCard per_card(estimate);
    std::map<std::pair<const Gpu *, int>, std::optional<TimedRun>> runs;
    std::vector<TimedOffer> out;
    for (const RatedOffer &rated : fitting_offers(estimate)) {
        TimedOffer one{rated, {}, {}};
        if (const Result<GpuMatch> match = find_gpu(rated.offer->gpu); match.ok()) {
            const std::pair machine(match->gpu, static_cast<int>(rated.offer->count));
            const auto known = runs.find(machine);
            const auto run = known != runs.end() ? known->second : run_on(per_card, match->gpu->facts(), tokens, machine.second);
            runs[machine] = run;
            if (run) {
                one.hours = run->hours;
                one.usd = run->hours * hourly(rated, run->cards);
            }
        }
        out.push_back(std::move(one));
    }
    std::ranges::stable_sort(out, {},
                             [](const TimedOffer &one) { return one.usd.value_or(std::numeric_limits<double>::infinity()); });
    return out;
}

Minimum cheapest_run(const Estimate &estimate, const TokensOn &tokens)
{
    PerCard per_card(estimate);
    std::optional<Minimum> best;
    double least = 0;
    const std::vector<const Gpu *> stated = stated_cards(estimate.plan.plan);
    for (const RatedOffer &rated : fitting_offers(estimate)) {
        const Result<GpuMatch> match = find_gpu(rated.offer->gpu);
        if (!match || (!stated.empty() && std::ranges::find(stated, match->gpu) == stated.end())) continue;
        const std::optional<TimedRun> run = run_on(per_card, match->gpu->facts(), tokens, static_cast<int>(rated.offer->count));
        if (!run) continue;
        const double hour = hourly(rated, run->cards);
        if (best && run->hours * hour >= least) continue;
        least = run->hours * hour;
        best = timed(rated.verdict, *run, rated.machines * static_cast<Count>(rated.offer->count));
        best->usd = run->million_hours * hour;
        best->offer = rated;
    }
    if (!best) {
        const std::string none =
            stated.empty()
                ? phrase(QT_TRANSLATE_NOOP("core", "it fits on no card of an offer whose price and speed are known"))
                : phrase(QT_TRANSLATE_NOOP("core", "it fits on no offer of a card of %1 whose price and speed are known"),
                         {"target.gpus"});
        const std::string tight = first_tight(per_card, stated);
        return no_time(
            estimate,
            tight.empty() ? none : phrase(QT_TRANSLATE_NOOP("core", "%1: on %2 it is tight, which is not taken"), {none, tight}));
    }
    best->reason = phrase(QT_TRANSLATE_NOOP("core", "at its price of %1 no token costs less"), {best->offer->offer->price_date});
    return *best;
}

} // namespace plimsoll
