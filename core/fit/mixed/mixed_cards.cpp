// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/mixed/mixed_cards.h"

#include "core/fit/per_card.h"
#include "core/ground/phrase.h"
#include "core/parallel/mesh.h"

#include <algorithm>

namespace plimsoll {

namespace {

Bytes saving_of(const Estimate &estimate) { return estimate.run.save ? estimate.run.save->card : 0; }

/// What it needs of its card at most, while it loads, runs, evaluates or saves.
Bytes most_of(const ProcessEstimate &process, Bytes saving)
{
    const Peak &peak = process.peak;
    return std::max(process.needed(), std::max({peak.load, saving, peak.evaluation}) + peak.device - peak.reserved);
}

/// The kind that a rank is of: its own where it stands alone, else its stage's.
const ProcessEstimate &process_of(const Estimate &estimate, Count number)
{
    const Count stage = rank_at(mesh_of(estimate.plan.plan), number).stage;
    const ProcessEstimate *out = &estimate.fullest();
    Count like_it = 0;
    for (const ProcessEstimate &process : estimate.processes) {
        if (process.rank.number == number) return process;
        if (process.rank.stage != stage || process.rank.like_it <= like_it) continue;
        out = &process;
        like_it = process.rank.like_it;
    }
    return *out;
}

} // namespace

Cluster with_ranks(Cluster cluster, const Plan &plan)
{
    for (Node &node : cluster.nodes) node.own_ranks.reset();
    if (plan.task != Task::train || !plan.parallel.several()) return cluster;
    Count cards = 0, kinds = 0;
    for (const Node &node : cluster.nodes) {
        cards += node.card ? node.count : 0;
        kinds += node.card ? 1 : 0;
    }
    if (kinds < 2 || cards != mesh_of(plan).ranks()) return cluster;
    Count first = 0;
    for (Node &node : cluster.nodes) {
        if (!node.card) continue;
        node.own_ranks = RankRange{first, node.count};
        first += node.count;
    }
    return cluster;
}

bool is_one_run(const Cluster &cluster)
{
    return std::ranges::any_of(cluster.nodes, [](const Node &node) { return node.own_ranks.has_value(); });
}

Holder holder_of(const Estimate &estimate, const std::optional<RankRange> &own_ranks)
{
    if (!own_ranks) return {estimate, estimate.fullest(), saving_of(estimate)};
    const ProcessEstimate *most = nullptr;
    Bytes saving = 0;
    for (Count rank = own_ranks->first; rank < own_ranks->first + own_ranks->count; ++rank) {
        const ProcessEstimate &here = process_of(estimate, rank);
        const Bytes own = rank == 0 ? saving_of(estimate) : 0;
        if (most && most_of(here, own) <= most_of(*most, saving)) continue;
        most = &here;
        saving = own;
    }
    if (!most) return holder_of(estimate);
    return {estimate, *most, saving};
}

namespace {

constexpr std::size_t most_kinds = 5; ///< whose orders are tried: 120 of them

int severity(Fits fits)
{
    switch (fits) {
    case Fits::yes: return 0;
    case Fits::tight: return 1;
    case Fits::unknown: return 2;
    case Fits::no: return 3;
    }
    return 2;
}

Fits worst_of(const Cluster &cluster, PerCard &per_card)
{
    Fits out = Fits::yes;
    for (const Node &node : cluster.nodes)
        if (node.own_ranks)
            out = std::max(out, per_card.verdict(node).fits, [](Fits a, Fits b) { return severity(a) < severity(b); });
    return out;
}

/// "2 × L4, 2 × A100 SXM4 80GB"
std::string names_of(const Cluster &cluster)
{
    std::string out;
    for (const Node &node : cluster.nodes)
        if (node.own_ranks) out += (out.empty() ? "" : ", ") + node.counted_name();
    return out;
}

/// Cards in an order in which the run does better; nothing where there is none, or too many to try.
std::optional<Cluster> better_order(const Cluster &cluster, Fits now, const Plan &plan, PerCard &per_card)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i)
        if (cluster.nodes[i].own_ranks) order.push_back(i);
    if (order.size() > most_kinds) return std::nullopt;
    std::optional<Cluster> best;
    while (std::ranges::next_permutation(order).found) {
        Cluster other;
        for (const std::size_t i : order) other.nodes.push_back(cluster.nodes[i]);
        other = with_ranks(std::move(other), plan);
        const Fits there = worst_of(other, per_card);
        if (severity(there) >= severity(now)) continue;
        now = there;
        best = std::move(other);
        if (now == Fits::yes) break;
    }
    return best;
}

} // namespace

const Verdict *worst(const std::vector<Verdict> &verdicts)
{
    const auto found = std::ranges::max_element(verdicts, [](const Verdict &a, const Verdict &b) {
        if (a.fits != b.fits || !a.own_ranks || !b.own_ranks) return severity(a.fits) < severity(b.fits);
        return a.usable - a.need.interval.high > b.usable - b.need.interval.high;
    });
    return found == verdicts.end() ? nullptr : &*found;
}

std::size_t spoken_of_first(const std::vector<Verdict> &verdicts)
{
    std::vector<Verdict> together;
    std::ranges::copy_if(verdicts, std::back_inserter(together), [](const Verdict &one) { return one.own_ranks.has_value(); });
    const Verdict *decides = worst(together);
    if (!decides) return 0;
    const auto found = std::ranges::find(verdicts, decides->own_ranks, &Verdict::own_ranks);
    return static_cast<std::size_t>(found - verdicts.begin());
}

const Verdict *leading(const std::vector<Verdict> &verdicts)
{
    return verdicts.empty() ? nullptr : &verdicts[spoken_of_first(verdicts)];
}

std::vector<Verdict> verdicts_on(const Estimate &estimate, const Cluster &named)
{
    const Cluster cluster = with_ranks(named, estimate.plan.plan);
    std::vector<Verdict> out;
    PerCard per_card(estimate);
    for (const Node &node : cluster.nodes) {
        Verdict verdict = per_card.verdict(node);
        if (!node.assumption.empty()) verdict.notes.push_back(node.assumption);
        out.push_back(std::move(verdict));
    }
    if (!is_one_run(cluster)) return out;
    Verdict &decides = out[spoken_of_first(out)];
    decides.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "one run over %1: ranks sit on cards in the order in which they are "
                                                             "named, and this card decides"),
                                   {names_of(cluster)}));
    if (decides.fits == Fits::yes) return out;
    const auto better = better_order(cluster, decides.fits, estimate.plan.plan, per_card);
    if (better)
        decides.notes.push_back(phrase(worst_of(*better, per_card) == Fits::yes
                                           ? QT_TRANSLATE_NOOP("core", "in the order %1 it fits")
                                           : QT_TRANSLATE_NOOP("core", "in the order %1 it fits better"),
                                       {names_of(*better)}));
    return out;
}

} // namespace plimsoll
