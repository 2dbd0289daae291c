// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_data.h"
#include "ui/charts/timeline/timeline_data.h"
#include "ui/document/evaluator.h"

#include <optional>
#include <set>

namespace plimsoll {

/// The column of a scenario, or of one kind of its ranks: "2", "2/1".
[[nodiscard]] QString column_id(int scenario, std::optional<std::size_t> process = std::nullopt);
[[nodiscard]] int scenario_of(const QString &column);
/// In Estimate::processes; nothing of a whole scenario.
[[nodiscard]] std::optional<std::size_t> process_of(const QString &column);

struct ChartChoices {
    std::set<Group> expanded = {};
    bool rule_of_thumb = false; ///< with what it says of each column
    bool ranks = false;         ///< the selected scenario is a column for each kind of rank
};

/// A snapshot as the memory chart takes it: one column per scenario.
[[nodiscard]] MemoryChartData chart_data_of(const Snapshot &snapshot, const ChartChoices &choices = {});

/// The selected scenario's step; nothing to draw where there is no estimate. `by_time`: its phases as wide as they take, where that
/// is known.
[[nodiscard]] TimelineData timeline_data_of(const Snapshot &snapshot, const std::set<Group> &expanded = {}, bool by_time = false);

} // namespace plimsoll
