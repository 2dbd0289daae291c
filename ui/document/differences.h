// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/evaluator.h"
#include "ui/document/latest_task.h"
#include "ui/document/plan_editor.h"

#include <optional>
#include <vector>

namespace plimsoll {

/// Works out in the background what changes to a plan would add or save. A newer question drops the older one.
class Differences : public QObject {
    Q_OBJECT
public:
    explicit Differences(std::shared_ptr<Planner> planner, QObject *parent = nullptr);

    /// What each of the edits would change of `estimate`, which is of `plan`.
    void ask(const Estimate &estimate, const Plan &plan, std::vector<FieldEdits> edits);
    /// What was asked is not wanted any more: nothing comes of it.
    void drop() { m_task.drop(); }
    [[nodiscard]] bool busy() const { return m_task.busy(); }

signals:
    /// Bytes on the device, in the order of the question; absent where the edits are empty or not accepted.
    void found(const std::vector<std::optional<plimsoll::Bytes>> &bytes);

private:
    std::shared_ptr<Planner> m_planner;
    LatestTask m_task;
};

} // namespace plimsoll
