// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/latest_task.h"

#include <QThread>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

namespace plimsoll {

void LatestTask::yield_to_the_window()
{
#ifdef Q_OS_LINUX
    constexpr int nice = 10;
    setpriority(PRIO_PROCESS, 0, nice); // of the calling thread alone, as Linux counts it
#else
    QThread::currentThread()->setPriority(QThread::LowPriority);
#endif
}

} // namespace plimsoll
