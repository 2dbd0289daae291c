// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edge_finder.h"

#include "core/api/planner.h"

namespace plimsoll {

EdgeFinder::EdgeFinder(QObject *parent) : QObject(parent), m_task(this) {}

void EdgeFinder::ask(std::shared_ptr<const Estimate> estimate, const Target &cards)
{
    const Result<Cluster> cluster = cluster_of(cards);
    if (!cluster.ok() || cluster->empty()) {
        m_task.drop();
        emit found({});
        return;
    }
    m_task.ask([estimate = std::move(estimate), node = cluster->nodes.front()](
                   const LatestTask::Wanted &wanted) { return Planner::edges(*estimate, node, wanted); },
               [this](const Edges &edges) { emit found(edges); });
}

} // namespace plimsoll
