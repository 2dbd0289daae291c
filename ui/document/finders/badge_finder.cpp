// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/finders/badge_finder.h"

#include <utility>

namespace plimsoll {

BadgeFinder::BadgeFinder(std::shared_ptr<Planner> planner, QObject *parent)
    : QObject(parent), m_planner(std::move(planner)), m_task(this)
{}

void BadgeFinder::ask(const Plan &plan, const Target &cards)
{
    Plan asked = plan;
    asked.target = cards;
    m_task.ask(
        [asked, planner = m_planner](const LatestTask::Wanted &wanted) -> std::vector<ModelBadge> {
            const Question question{.plan = asked};
            const Result<Node> target = advice_target(asked);
            return target.ok() ? planner->badges(question, *target, wanted) : std::vector<ModelBadge>();
        },
        [this](const std::vector<ModelBadge> &badges) { emit found(badges); });
}

} // namespace plimsoll
