// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/learned.h"

#include "core/plan/names.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace plimsoll {

namespace {

using Runs = std::shared_ptr<const std::vector<LearnedRun>>;

std::atomic<Runs> &kept()
{
    static std::atomic<Runs> runs{std::make_shared<const std::vector<LearnedRun>>()};
    return runs;
}

/// The 95 % quantile of Student's t: Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5), within 0.3 % from 4 degrees on.
double student_95(double degrees)
{
    constexpr double z = 1.6448536269514722;
    const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees * degrees * degrees);
}

Bytes part_of(Bytes bytes, double factor) { return static_cast<Bytes>(std::llround(static_cast<double>(bytes) * factor)); }

void narrow(Interval &interval, Bytes planned, std::span<const double> ratios)
{
    if (ratios.empty() || planned <= 0) return;
    const auto fraction = [planned](Bytes bytes) { return static_cast<double>(bytes) / static_cast<double>(planned); };
    const Spread spread = learned_spread({fraction(interval.low), fraction(interval.high)}, ratios);
    interval = {part_of(planned, std::max(0.0, spread.low)), part_of(planned, spread.high)};
}

} // namespace

std::string runner_key(const Plan &plan)
{
    if (plan.task == Task::train) return std::string(name_of(plan.stack));
    return plan.task == Task::extract ? "extract" : "generate/" + std::string(name_of(plan.inference.engine));
}

void set_learned_runs(std::vector<LearnedRun> runs)
{
    kept().store(std::make_shared<const std::vector<LearnedRun>>(std::move(runs)));
}

std::shared_ptr<const std::vector<LearnedRun>> learned_runs() { return kept().load(); }

Spread learned_spread(const Spread &prior, std::span<const double> ratios)
{
    if (ratios.empty() || prior.high <= prior.low) return prior;
    constexpr double middles = 1.0, spreads = 4.0; // what the prior counts for
    const double middle = (prior.low + prior.high) / 2, half = (prior.high - prior.low) / 2;
    const double deviation = half / (student_95(spreads) * std::sqrt(1 + 1 / middles));
    const double count = static_cast<double>(ratios.size());
    double mean = 0.0, squares = 0.0;
    for (const double ratio : ratios) mean += ratio / count;
    for (const double ratio : ratios) squares += (ratio - mean) * (ratio - mean);
    const double weight = middles + count, degrees = spreads + count;
    const double centre = (middles * middle + count * mean) / weight;
    const double sum = spreads * deviation * deviation + squares + middles * count / weight * (mean - middle) * (mean - middle);
    const double reach = student_95(degrees) * std::sqrt(sum / degrees * (1 + 1 / weight));
    return {std::min(1.0, centre - reach), std::max(1.0, centre + reach), prior.source};
}

Spread learned_factors(const Spread &prior, std::span<const double> ratios)
{
    // a factor's logarithm, beside a middle of 1
    std::vector<double> logs;
    for (const double ratio : ratios)
        if (ratio > 0) logs.push_back(1 + std::log(ratio));
    const Spread out = learned_spread({1 + std::log(prior.low), 1 + std::log(prior.high)}, logs);
    return {std::exp(out.low - 1), std::exp(out.high - 1), prior.source};
}

std::vector<double> learned_times(const Plan &resolved, const std::string &card, double LearnedRun::*figure)
{
    const Runs runs = learned_runs();
    std::vector<double> out;
    if (runs->empty()) return out;
    const std::string runner = runner_key(resolved);
    for (const LearnedRun &run : *runs)
        if (run.card == card && run.runner == runner && run.*figure > 0) out.push_back(run.*figure);
    return out;
}

Count learn(Peak &peak, const Plan &resolved, const CardFacts &device)
{
    const Runs runs = learned_runs();
    if (runs->empty()) return 0;
    const std::string runner = runner_key(resolved);
    std::vector<double> allocated, on_card;
    Count count = 0;
    for (const LearnedRun &run : *runs) {
        if (run.card != device.name || run.runner != runner) continue;
        if (run.allocated <= 0 && run.device <= 0) continue; // how fast it was alone
        ++count;
        if (run.allocated > 0) allocated.push_back(run.allocated);
        if (run.device > 0) on_card.push_back(run.device);
    }
    narrow(peak.allocated_interval, peak.allocated, allocated);
    narrow(peak.device_interval, peak.device, on_card);
    return count;
}

} // namespace plimsoll
