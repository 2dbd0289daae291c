// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/sweeper.h"

#include "core/api/planner.h"

namespace plimsoll {

Sweeper::Sweeper(QObject *parent) : QObject(parent), m_task(this) {}

void Sweeper::ask(const SweepQuestion &question)
{
    m_task.ask(
        [question](const LatestTask::Wanted &wanted) {
            return Planner::swept(*question.estimate, question.plan, question.cards, question.axes, wanted);
        },
        [this](const std::shared_ptr<const SweptPlan> &answer) { emit swept(answer); });
}

} // namespace plimsoll
