// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/sweep.h"
#include "ui/document/edge_finder.h"

#include <memory>
#include <optional>
#include <vector>

namespace plimsoll {

/// Which plan is swept over what.
struct SweepQuestion {
    ArchitectureRef architecture;
    Plan plan;     ///< as it was written
    Plan resolved; ///< as it is simulated
    Target cards;
    std::vector<SweepAxis> axes;
};

struct SweepAnswer {
    std::vector<SweepAxis> axes;
    std::vector<SweepPoint> points;           ///< as Sweep orders them
    std::vector<std::optional<Count>> limits; ///< over one field: per card, then the budget, the largest value that fits
};

/// A field that can be swept with numbers, and the values around the plan's own.
[[nodiscard]] SweepAxis axis_around(SolveField field, const Plan &resolved, std::size_t most_values);

/// Sweeps in the background. A newer question drops the older one, and what was worked out for it.
class Sweeper : public QObject {
    Q_OBJECT
public:
    explicit Sweeper(QObject *parent = nullptr);

    void ask(const SweepQuestion &question);
    /// Nobody waits any more.
    void drop() { m_task.drop(); }

signals:
    void swept(std::shared_ptr<const plimsoll::SweepAnswer> answer);

private:
    LatestTask m_task;
};

} // namespace plimsoll
