// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/batch_lengths.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace plimsoll {

namespace {

double tokens_of(const std::vector<LengthShare> &rows)
{
    double out = 0;
    for (const LengthShare &one : rows) out += one.share * static_cast<double>(one.length);
    return out;
}

/// Of a cumulative distribution at each length of `rows`.
std::vector<LengthShare> shares_of(const std::vector<LengthShare> &rows, const std::vector<double> &cumulative)
{
    std::vector<LengthShare> out;
    double before = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (cumulative[i] > before) out.push_back({rows[i].length, cumulative[i] - before});
        before = std::max(before, cumulative[i]);
    }
    return out;
}

std::vector<double> cumulative_of(const std::vector<LengthShare> &rows)
{
    std::vector<double> out;
    double sum = 0;
    for (const LengthShare &one : rows) out.push_back(sum += one.share);
    if (!out.empty()) out.back() = 1; // whatever rounding left
    return out;
}

/// P(Bin(draws, p) ≥ r) for r of 0 to draws.
std::vector<double> binomial_tails(Count draws, double p)
{
    std::vector<double> out(static_cast<std::size_t>(draws) + 1, 0);
    if (p >= 1) return std::vector<double>(out.size(), 1);
    const double n = static_cast<double>(draws), whole = std::lgamma(n + 1);
    double sum = 0;
    for (Count r = draws; r >= 0; --r) {
        const double k = static_cast<double>(r);
        sum += std::exp(whole - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) + (n - k) * std::log1p(-p));
        out[static_cast<std::size_t>(r)] = std::min(1.0, sum);
    }
    return out;
}

/// Batches of rows that were sorted within so many steps.
std::vector<LengthShare> grouped_batches(const std::vector<LengthShare> &rows, double count, const BatchesAsked &asked)
{
    constexpr double most_steps = 50, most_draws = 8192; // beyond them batches are padded by nothing that counts
    const double step = static_cast<double>(asked.grouped);
    const double steps = std::max(1.0, std::min(std::floor(count / (4 * step)), most_steps));
    const Count in_batch = std::max<Count>(1, asked.micro_batch);
    const Count batches = std::max<Count>(1, static_cast<Count>(std::min(steps * step, most_draws)) / in_batch);
    const Count draws = batches * in_batch;
    std::vector<double> cumulative;
    for (const double p : cumulative_of(rows)) {
        const std::vector<double> tails = binomial_tails(draws, p);
        double sum = 0;
        for (Count k = 0; k < batches; ++k) sum += tails[static_cast<std::size_t>(draws - k * in_batch)];
        cumulative.push_back(sum / static_cast<double>(batches));
    }
    return shares_of(rows, cumulative);
}

/// A sample of rows, as the distribution has them, the longest first.
std::vector<Count> sampled(const std::vector<LengthShare> &rows, std::size_t most)
{
    std::vector<Count> out;
    double sum = 0;
    for (const LengthShare &one : rows) {
        sum += one.share;
        const auto until = static_cast<std::size_t>(std::llround(sum * static_cast<double>(most)));
        out.resize(std::max(out.size(), std::min(until, most)), one.length);
    }
    std::ranges::reverse(out);
    return out;
}

/// Sequences that a row fills on the average.
double sequences_of_row(const std::vector<LengthShare> &rows, double count, Count room)
{
    constexpr double most = 20'000;
    const std::vector<Count> sample = sampled(rows, static_cast<std::size_t>(std::clamp(std::ceil(count), 1.0, most)));
    std::multimap<Count, int> open; // by what room is left
    double bins = 0;
    for (const Count length : sample) {
        const auto fits = open.lower_bound(length);
        Count left = room;
        if (fits != open.end()) {
            left = fits->first;
            open.erase(fits);
        } else {
            ++bins;
        }
        if (left > length) open.emplace(left - length, 0);
    }
    return sample.empty() ? 1 : bins / static_cast<double>(sample.size());
}

double normal_below(double value) { return 0.5 * std::erfc(-value / std::sqrt(2.0)); }

/// Up to seven lengths of a distribution: both ends, and where its quantiles are.
std::vector<Count> knots_of(const std::vector<LengthShare> &over)
{
    std::vector<Count> out;
    const std::vector<double> cumulative = cumulative_of(over);
    for (const double quantile : {0.0, 0.2, 0.5, 0.75, 0.9, 0.98, 1.0}) {
        const auto found = std::ranges::lower_bound(cumulative, quantile);
        const auto at = std::min<std::size_t>(static_cast<std::size_t>(found - cumulative.begin()), over.size() - 1);
        if (out.empty() || out.back() != over[at].length) out.push_back(over[at].length);
    }
    return out;
}

} // namespace

BatchesMade batches_of(const RowLengths &lengths, const BatchesAsked &asked)
{
    BatchesMade out;
    LengthsTaken &taken = out.taken;
    taken.batches = asked.batching;
    std::map<Count, double> kept;
    for (const auto &[length, alike] : lengths.rows) {
        const bool longer = length > asked.sequence_length;
        (longer && asked.drops ? taken.dropped : longer ? taken.cut : taken.rows) += alike;
        if (!longer || !asked.drops) kept[std::min(length, asked.sequence_length)] += alike;
    }
    taken.rows += taken.cut;
    if (taken.rows <= 0) return out;
    taken.shortest = lengths.rows.front().first;
    taken.longest = lengths.rows.back().first;
    for (const auto &[length, alike] : kept) out.rows.push_back({length, alike / taken.rows});
    taken.mean = tokens_of(out.rows);
    taken.sequences = taken.rows;
    switch (asked.batching) {
    case Batching::padded:
        out.batches = longest_of(out.rows, std::min(static_cast<double>(asked.micro_batch), taken.rows));
        break;
    case Batching::by_length: out.batches = grouped_batches(out.rows, taken.rows, asked); break;
    case Batching::packed:
        out.batches = {{asked.sequence_length, 1}};
        taken.sequences = taken.rows * sequences_of_row(out.rows, taken.rows, asked.sequence_length);
        break;
    case Batching::padding_free: out.batches = out.rows; break;
    }
    const double computed = tokens_of(out.batches) * taken.sequences;
    const double padding = 1 - taken.mean * taken.rows / computed;
    taken.padding = padding < 1e-9 ? 0 : padding; // what rounding leaves
    return out;
}

std::vector<LengthShare> longest_of(const std::vector<LengthShare> &rows, double times)
{
    std::vector<double> cumulative = cumulative_of(rows);
    for (double &one : cumulative) one = std::pow(one, std::max(1.0, times));
    return shares_of(rows, cumulative);
}

std::function<double(Count)> timed_at(const std::vector<LengthShare> &over,
                                      const std::function<std::optional<double>(Count)> &seconds)
{
    std::vector<std::pair<double, double>> known;
    for (const Count length : knots_of(over))
        if (const std::optional<double> taken = seconds(length)) known.emplace_back(static_cast<double>(length), *taken);
    return [known](Count length) {
        if (known.empty()) return -1.0;
        const double at = static_cast<double>(length);
        const auto above = std::ranges::lower_bound(known, at, {}, &std::pair<double, double>::first);
        if (above == known.end()) return known.back().second;
        if (above == known.begin() || above->first == at) return above->second;
        const auto below = above - 1;
        return below->second + (above->second - below->second) * (at - below->first) / (above->first - below->first);
    };
}

MeanAndSpread over_lengths(const std::vector<LengthShare> &over, const std::function<double(Count)> &seconds)
{
    double mean = 0, square = 0;
    for (const LengthShare &one : over) {
        const double each = seconds(one.length);
        mean += one.share * each;
        square += one.share * each * each;
    }
    return {mean, std::sqrt(std::max(0.0, square - mean * mean))};
}

double largest_of_normals(double n)
{
    if (n <= 1) return 0;
    const double wanted = (n - 0.375) / (n + 0.25);
    double low = 0, high = 10;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (normal_below(middle) < wanted ? low : high) = middle;
    }
    return low;
}

} // namespace plimsoll
