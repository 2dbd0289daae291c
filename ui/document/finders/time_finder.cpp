// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/finders/time_finder.h"

#include "core/api/hours/length_work.h"
#include "core/offers/offers.h"

#include <algorithm>

namespace plimsoll {
namespace {

constexpr double seconds_of_hour = 3600;

/// The same run with its operations: without what only bytes are told from.
std::optional<Estimate> with_work(const Estimate &known)
{
    if (!known.architecture) return std::nullopt;
    Result<Estimate> made = estimate(known.architecture, known.plan.plan, known.device,
                                     {.timeline = false, .allocator = false, .explain = false, .time = true});
    return made.ok() ? std::optional(std::move(made).value()) : std::nullopt;
}

using CardTimes = std::vector<std::optional<RunTime>>;

} // namespace

std::optional<RunTime> own_time(const Estimate &estimate)
{
    const std::optional<Estimate> timed = with_work(estimate);
    return timed ? time_of(*timed, estimate.device) : std::nullopt;
}

std::optional<double> dollars_for_tokens(const RunTime &time, double tokens)
{
    const std::optional<double> seconds = seconds_for_tokens(time, tokens);
    const std::optional<Rental> rental = cheapest_rental(time.card, time.cards, time.of_machine);
    if (!seconds || !rental) return std::nullopt;
    return *seconds / seconds_of_hour * rental->usd_per_hour;
}

TimeFinder::TimeFinder(QObject *parent) : QObject(parent), m_task(this) {}

void TimeFinder::ask(std::shared_ptr<const Estimate> estimate, std::vector<CardFacts> cards, RunAmount amount)
{
    m_task.ask(
        [estimate = std::move(estimate), cards = std::move(cards), amount = std::move(amount)](const LatestTask::Wanted &wanted) {
            CardTimes out(cards.size());
            const std::optional<Estimate> timed = with_work(*estimate);
            LengthWork lengths(amount);
            for (std::size_t at = 0; timed && at < cards.size() && wanted(); ++at) {
                out[at] = time_of(*timed, cards[at]);
                if (out[at] && amount.lengths) out[at]->lengths = lengths.on(*timed, cards[at]);
            }
            return out;
        },
        [this](const CardTimes &times) { emit found(times); });
}

} // namespace plimsoll
