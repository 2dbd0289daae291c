// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/solve/split_answer.h"
#include "ui/document/latest_task.h"

#include <QString>

#include <functional>
#include <memory>

namespace plimsoll {

class Planner;

/// Looks for splits of a plan over the cards of its target; called in a thread of its own.
using FindSplits = std::function<Result<SplitAnswer>(const Plan &plan, const SplitAsk &ask, const SplitProgress &progress)>;
/// The planner's. `directory`: where relative paths of models are looked up.
[[nodiscard]] FindSplits find_splits_with(std::shared_ptr<Planner> planner, const std::string &directory);

/// A search for a split in the background, with its progress. A newer question drops the older one.
class SplitFinder : public QObject {
    Q_OBJECT
public:
    explicit SplitFinder(FindSplits find, QObject *parent = nullptr);

    void ask(const Plan &plan, const SplitAsk &ask);
    /// Ends the search soon: what was found by then is told.
    void cancel();
    [[nodiscard]] bool searching() const { return m_searching; }

signals:
    void progressed(qint64 done, qint64 all);
    void found(const plimsoll::SplitAnswer &answer);
    void failed(const plimsoll::Error &error);

private:
    FindSplits m_find;
    std::shared_ptr<std::atomic<bool>> m_cancelled; ///< of the latest question
    bool m_searching = false;
    LatestTask m_task;
};

} // namespace plimsoll
