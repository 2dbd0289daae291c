// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/envelope.h"
#include "ui/controls/wording.h"
#include "ui/document/card_names.h"
#include "ui/document/text.h"
#include "ui/window/chart_data.h"

namespace plimsoll {
namespace {

MemoryColumn column_at(const Snapshot &snapshot, std::size_t index)
{
    const QString id = QString::number(index), title = qt(snapshot.session.scenarios[index].name);
    const ScenarioResult &result = snapshot.results[index];
    MemoryColumn column;
    if (result.estimate) {
        column = column_of(*result.estimate, id, title);
        const ScenarioResult *baseline = snapshot.baseline();
        if (baseline && baseline->estimate && baseline != &result)
            column.difference = result.estimate->shown().needed() - baseline->estimate->shown().needed();
    } else {
        column.id = id;
        column.title = title;
        column.problem = sentence_of(result.error);
    }
    column.selected = static_cast<int>(index) == snapshot.session.selected;
    column.baseline = snapshot.session.baseline == static_cast<int>(index);
    return column;
}

std::optional<Bytes> rule_of(const Estimate &estimate)
{
    const auto rule = envelope(envelope_input(estimate.plan.plan, estimate.total_parameters, estimate.trainable_parameters));
    return rule.ok() ? std::optional(rule->total) : std::nullopt;
}

std::vector<LoadLine> lines_of(const Snapshot &snapshot)
{
    std::vector<LoadLine> lines;
    constexpr int most = 26; // beyond it a line's title would take the columns' room
    for (const CardLine &line : snapshot.lines)
        lines.push_back({name_within(qt(line.title), qt(line.name), most), line.usable, line.total - line.usable, lines.empty()});
    return lines;
}

} // namespace

MemoryChartData chart_data_of(const Snapshot &snapshot, const std::set<Group> &expanded, bool rule_of_thumb)
{
    MemoryChartData data;
    data.numbers = numbers_of(snapshot.session);
    data.expanded = expanded;
    for (std::size_t i = 0; i < snapshot.results.size(); ++i) data.columns.push_back(column_at(snapshot, i));
    data.lines = lines_of(snapshot);
    data.show_rule_of_thumb = rule_of_thumb;
    for (std::size_t i = 0; rule_of_thumb && i < snapshot.results.size(); ++i)
        if (const auto &estimate = snapshot.results[i].estimate) data.columns[i].rule_of_thumb = rule_of(*estimate);
    return data;
}

TimelineData timeline_data_of(const Snapshot &snapshot, const std::set<Group> &expanded)
{
    TimelineData data;
    data.numbers = numbers_of(snapshot.session);
    data.expanded = expanded;
    data.lines = lines_of(snapshot);
    const auto &estimate = snapshot.current().estimate;
    if (!estimate) return data;
    // The points live as long as their estimate: shared, not copied.
    data.points = TimelinePoints(estimate, &estimate->shown().timeline);
    data.held = estimate->shown().needed();
    return data;
}

} // namespace plimsoll
