// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/advice.h"
#include "core/fit/oom_guide.h"
#include "ui/document/latest_task.h"

#include <vector>

namespace plimsoll {

/// What would help the selected plan, worked out in the background. A newer question drops the older one.
class Advisor : public QObject {
    Q_OBJECT
public:
    explicit Advisor(QObject *parent = nullptr);

    /// About a plan as it was written, with its model as it was read, for the first of the cards, else the budget.
    void ask(const Plan &plan, const Target &cards, const ArchitectureRef &model);
    /// The same of the change alone that the answer proposes, which is known long before the list.
    void ask_solution(const Plan &plan, const Target &cards, const ArchitectureRef &model);
    /// The same of what to do where it runs out of memory.
    void ask_guide(const Plan &plan, const Target &cards, const ArchitectureRef &model);
    /// What was asked is not wanted any more: nothing comes of it.
    void drop() { m_task.drop(), m_guide_task.drop(), m_solution_task.drop(); }
    [[nodiscard]] bool busy() const { return m_task.busy() || m_guide_task.busy() || m_solution_task.busy(); }

signals:
    /// Nothing to say, with the reason, or the changes as core ranks them.
    void advised(const std::vector<plimsoll::Advice> &advice, const QString &reason);
    void solved(const plimsoll::Advice &solution);
    void guided(const std::vector<plimsoll::OomCase> &cases, const QString &reason);

private:
    LatestTask m_task, m_guide_task, m_solution_task;
};

} // namespace plimsoll
