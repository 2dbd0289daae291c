// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/planner.h"
#include "ui/document/latest_task.h"

#include <memory>
#include <vector>

namespace plimsoll {

/// Which presets fit the answer's card by the selected plan's method, worked out in the background when a chooser opens. A newer
/// question drops the older one.
class BadgeFinder : public QObject {
    Q_OBJECT
public:
    explicit BadgeFinder(std::shared_ptr<Planner> planner, QObject *parent = nullptr);

    /// About a plan as it was written, for the first of the cards, else the budget; without either nothing is found.
    void ask(const Plan &plan, const Target &cards);
    void drop() { m_task.drop(); }
    [[nodiscard]] bool busy() const { return m_task.busy(); }

signals:
    /// In the order of presets().
    void found(const std::vector<plimsoll::ModelBadge> &badges);

private:
    std::shared_ptr<Planner> m_planner; ///< keeps the presets that it has read
    LatestTask m_task;
};

} // namespace plimsoll
