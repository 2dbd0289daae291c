// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/chart/load_lines.h"
#include "core/report/chart/memory_column.h"
#include "ui/document/numbers.h"
#include "ui/theme/palette.h"

#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace plimsoll {

struct MemoryChartData {
    std::vector<MemoryColumn> columns;
    std::vector<LoadLine> lines;
    Numbers numbers;
    std::set<Group> expanded; ///< shown by component
    bool show_rule_of_thumb = false;

    bool operator==(const MemoryChartData &) const = default;
};

/// One segment of one column: a group, or a component of an expanded group.
struct MemorySpot {
    QString column;
    Group group = Group::weights;
    std::optional<Component> component;

    bool operator==(const MemorySpot &) const = default;
};

/// Name of a line as charts write it: of a long one what tells least is left out, or columns had no room beside it.
[[nodiscard]] QString title_of(const LoadLine &line);
/// Name of a segment as labels and tips write it.
[[nodiscard]] QString title_of(const MemorySpot &spot);

[[nodiscard]] Bytes bytes_of(const MemoryColumn &column, Group group);
[[nodiscard]] Bytes bytes_of(const MemoryColumn &column, const MemorySpot &spot);

/// Half an interval's width in percent of what it is of; absent without either.
[[nodiscard]] std::optional<double> half_width(const Interval &interval, Bytes of);
/// "±15 %"; where the widths of several differ as written, the least and the most: "±12–15 %".
[[nodiscard]] QString half_width_text(double least, double most, const QLocale &locale);

/// The chart's answer in one sentence or two, for those who don't see it.
[[nodiscard]] QString sentence_of(const MemoryChartData &data);

} // namespace plimsoll
