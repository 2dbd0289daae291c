// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"
#include "ui/document/latest_task.h"

#include <optional>
#include <vector>

namespace plimsoll {

/// The largest value of a field that fits on the first card, all else as it is; none where not even the least one does.
struct Edge {
    SolveField field = SolveField::sequence_length;
    std::optional<Count> value;
    bool operator==(const Edge &) const = default;
};
using Edges = std::vector<Edge>;

/// Finds in the background how far the fields of a plan may go on the first card, else in the budget. A newer question drops
/// the older one.
class EdgeFinder : public QObject {
    Q_OBJECT
public:
    explicit EdgeFinder(QObject *parent = nullptr);

    /// About an estimated plan and the cards of its session. Nothing is found where no card is named.
    void ask(const Estimate &estimate, const Target &cards);
    /// What was asked is not wanted any more: nothing comes of it.
    void drop() { m_task.drop(); }
    [[nodiscard]] bool busy() const { return m_task.busy(); }

signals:
    /// What is known by now: fields one after the other.
    void found(const plimsoll::Edges &edges);

private:
    LatestTask m_task;
};

/// The fields of a plan that can be solved for; the first is what people ask for most.
[[nodiscard]] std::vector<SolveField> solvable_fields(const Plan &resolved);
/// The path of a field in the plan.
[[nodiscard]] const char *path_of(SolveField field);
/// The value found for a field, if it was.
[[nodiscard]] std::optional<Count> value_of(const Edges &edges, SolveField field);

} // namespace plimsoll
