// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"
#include "ui/document/latest_task.h"

#include <memory>
#include <optional>
#include <vector>

namespace plimsoll {

/// How long such a run takes on the card that it was estimated for: costs an estimate of its own, which reads the step's operations
/// as well. Nothing where that is not known.
[[nodiscard]] std::optional<RunTime> own_time(const Estimate &estimate);

/// Dollars of so many tokens at the cheapest known offer of the run's card; nothing without one.
[[nodiscard]] std::optional<double> dollars_for_tokens(const RunTime &time, double tokens);

/// Works out in the background how long a plan's run takes, on its own card or on each of several. A newer question drops the older.
class TimeFinder : public QObject {
    Q_OBJECT
public:
    explicit TimeFinder(QObject *parent = nullptr);

    /// Of rows of the amount's lengths, where it names some, as the first of the cards takes them (RunTime::lengths).
    void ask(std::shared_ptr<const Estimate> estimate, std::vector<CardFacts> cards, RunAmount amount);
    void drop() { m_task.drop(); }
    [[nodiscard]] bool busy() const { return m_task.busy(); }

signals:
    /// One for each card, in their order.
    void found(const std::vector<std::optional<plimsoll::RunTime>> &times);

private:
    LatestTask m_task;
};

} // namespace plimsoll
