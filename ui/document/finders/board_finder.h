// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/board.h"
#include "ui/document/latest_task.h"

#include <memory>

namespace plimsoll {

/// Works out in the background what every card of the catalogue carries. A newer question drops the older one.
class BoardFinder : public QObject {
    Q_OBJECT
public:
    explicit BoardFinder(QObject *parent = nullptr);

    void ask(std::shared_ptr<const Estimate> estimate);
    /// Nobody waits any more.
    void drop() { m_task.drop(); }

signals:
    /// As far as it is known; several times, the last time with Board::exact.
    void found(std::shared_ptr<const plimsoll::Board> board);

private:
    LatestTask m_task;
};

} // namespace plimsoll
