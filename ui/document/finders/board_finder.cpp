// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/finders/board_finder.h"

#include "core/api/planner.h"

namespace plimsoll {

BoardFinder::BoardFinder(QObject *parent) : QObject(parent), m_task(this) {}

void BoardFinder::ask(std::shared_ptr<const Estimate> estimate)
{
    const auto work = [this, estimate = std::move(estimate)](const LatestTask::Wanted &wanted) {
        // the task ends before this object does, so what it tells on the way has a receiver
        const auto tell = [this, wanted](const Board &board) {
            auto known = std::make_shared<const Board>(board);
            const auto hand_over = [this, wanted, known] {
                if (wanted()) emit found(known);
            };
            QMetaObject::invokeMethod(this, hand_over, Qt::QueuedConnection);
        };
        Planner::work_out_board(*estimate, wanted, tell);
        return true;
    };
    m_task.ask(work, [](bool) {});
}

} // namespace plimsoll
