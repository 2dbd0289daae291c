// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "ui/document/numbers.h"
#include "ui/theme/palette.h"

#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace plimsoll {

/// A scenario as a column: bytes on the device.
struct MemoryColumn {
    QString id; ///< unique in its chart
    QString title;
    ComponentBytes components{}; ///< sums to `total`
    Bytes total = 0;
    std::optional<Interval> interval;   ///< 90 %, of `total`
    std::optional<Bytes> difference;    ///< to the baseline; absent for the baseline and without one
    std::optional<Bytes> claim;         ///< what an engine takes of the card; absent: what it needs
    std::optional<Bytes> rule_of_thumb; ///< the envelope's sum
    QString problem;                    ///< not empty: there is no estimate, and why
    bool selected = false;
    bool baseline = false;
    bool part = false; ///< one kind of rank of a scenario

    bool operator==(const MemoryColumn &) const = default;
};

/// A card, or a budget.
struct LoadLine {
    QString title;        ///< "24 GB RTX 4090"
    Bytes usable = 0;     ///< where the line stands
    Bytes reserve = 0;    ///< above it: what the driver keeps, or the user; hatched
    bool answers = false; ///< the answer speaks of this one: it sets the axis, and what is above it is hatched

    bool operator==(const LoadLine &) const = default;
};

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

/// Name of a segment as labels and tips write it.
[[nodiscard]] QString title_of(const MemorySpot &spot);

[[nodiscard]] Bytes bytes_of(const MemoryColumn &column, Group group);
[[nodiscard]] Bytes bytes_of(const MemoryColumn &column, const MemorySpot &spot);

/// Half an interval's width in percent of what it is of; absent without either.
[[nodiscard]] std::optional<double> half_width(const Interval &interval, Bytes of);
/// "±15 %"; where the widths of several differ as written, the least and the most: "±12–15 %".
[[nodiscard]] QString half_width_text(double least, double most, const QLocale &locale);

/// The column of an estimate at its peak.
[[nodiscard]] MemoryColumn column_of(const ProcessEstimate &process, const QString &id, const QString &title);
/// Of the process whose figures come first.
[[nodiscard]] MemoryColumn column_of(const Estimate &estimate, const QString &id, const QString &title);

/// The chart's answer in one sentence or two, for those who don't see it.
[[nodiscard]] QString sentence_of(const MemoryChartData &data);

} // namespace plimsoll
