// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_data.h"
#include "ui/charts/timeline/timeline_data.h"
#include "ui/document/evaluator.h"

#include <set>

namespace plimsoll {

/// A snapshot as the memory chart takes it: one column per scenario, ids are the scenarios' indices;
/// with what the rule of thumb says of each where it is asked for.
[[nodiscard]] MemoryChartData chart_data_of(const Snapshot &snapshot, const std::set<Group> &expanded = {},
                                            bool rule_of_thumb = false);

/// The selected scenario's step; nothing to draw where there is no estimate.
[[nodiscard]] TimelineData timeline_data_of(const Snapshot &snapshot, const std::set<Group> &expanded = {});

} // namespace plimsoll
