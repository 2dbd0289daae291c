// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/largest_values.h"
#include "ui/document/latest_task.h"

#include <memory>
#include <vector>

namespace plimsoll {

/// Which plan is swept over what.
struct SweepQuestion {
    std::shared_ptr<const Estimate> estimate; ///< of the plan
    Plan plan;                                ///< as it was written
    Target cards;
    std::vector<SweepAxis> axes;
};

/// Sweeps in the background. A newer question drops the older one, and what was worked out for it.
class Sweeper : public QObject {
    Q_OBJECT
public:
    explicit Sweeper(QObject *parent = nullptr);

    void ask(const SweepQuestion &question);
    /// Nobody waits any more.
    void drop() { m_task.drop(); }

signals:
    void swept(std::shared_ptr<const plimsoll::SweptPlan> answer);

private:
    LatestTask m_task;
};

} // namespace plimsoll
