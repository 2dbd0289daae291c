// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/finders/largest_value_finder.h"

#include "core/api/planner.h"
#include "core/fit/mixed/mixed_cards.h"

namespace plimsoll {
namespace {

/// What fits on each of the cards of one run is the least of what fits on one of them.
LargestValues on_all(const Estimate &estimate, const Cluster &cluster, const LatestTask::Wanted &wanted)
{
    LargestValues out;
    for (const Node &node : cluster.nodes) {
        if (!out.empty() && !node.own_ranks) continue;
        const LargestValues here = Planner::largest_values(estimate, node, wanted);
        if (out.empty()) out = here;
        for (std::size_t i = 0; i < out.size() && i < here.size(); ++i) {
            const auto least = [](std::optional<Count> &kept, std::optional<Count> other) {
                if (other.value_or(0) < kept.value_or(0)) kept = other;
            };
            least(out[i].value, here[i].value);
            least(out[i].likely, here[i].likely);
        }
    }
    return out;
}

} // namespace

LargestValueFinder::LargestValueFinder(QObject *parent) : QObject(parent), m_task(this) {}

void LargestValueFinder::ask(std::shared_ptr<const Estimate> estimate, const Target &cards)
{
    const Result<Cluster> named = cluster_of(cards);
    if (!named.ok() || named->empty()) {
        m_task.drop();
        emit found({});
        return;
    }
    Cluster cluster = with_ranks(*named, estimate->plan.plan);
    if (!is_one_run(cluster)) cluster.nodes.resize(1); // the answer speaks of the first
    m_task.ask([estimate = std::move(estimate),
                cluster](const LatestTask::Wanted &wanted) { return on_all(*estimate, cluster, wanted); },
               [this](const LargestValues &largest) { emit found(largest); });
}

} // namespace plimsoll
