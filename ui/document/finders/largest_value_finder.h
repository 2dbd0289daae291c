// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/largest_values.h"
#include "ui/document/latest_task.h"

#include <memory>

namespace plimsoll {

/// Finds in the background how far the fields of a plan may go on the first card, else in the budget. A newer question drops
/// the older one.
class LargestValueFinder : public QObject {
    Q_OBJECT
public:
    explicit LargestValueFinder(QObject *parent = nullptr);

    /// About an estimated plan and the cards of its session. Nothing is found where no card is named.
    void ask(std::shared_ptr<const Estimate> estimate, const Target &cards);
    /// What was asked is not wanted any more: nothing comes of it.
    void drop() { m_task.drop(); }
    [[nodiscard]] bool busy() const { return m_task.busy(); }

signals:
    /// What is known by now: fields one after the other.
    void found(const plimsoll::LargestValues &largest);

private:
    LatestTask m_task;
};

} // namespace plimsoll
