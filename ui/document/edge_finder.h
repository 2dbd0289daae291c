// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"
#include "ui/document/latest_task.h"

#include <optional>

namespace plimsoll {

/// Finds in the background how long sequences may be on the first card. A newer question drops the older one.
class EdgeFinder : public QObject {
    Q_OBJECT
public:
    explicit EdgeFinder(QObject *parent = nullptr);

    /// About an estimated plan and the cards of its session. Nothing is found where no length counts or no card is named.
    void ask(const Estimate &estimate, const Target &cards);

signals:
    void found(std::optional<plimsoll::Count> tokens);

private:
    LatestTask m_task;
};

} // namespace plimsoll
