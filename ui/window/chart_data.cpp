// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/envelope.h"
#include "ui/controls/rank_words.h"
#include "ui/controls/wording.h"
#include "ui/document/finders/time_finder.h"
#include "ui/document/text.h"
#include "ui/window/chart_data.h"

namespace plimsoll {
namespace {

MemoryColumn column_at(const Snapshot &snapshot, std::size_t index)
{
    const std::string id = utf8(column_id(static_cast<int>(index)));
    const std::string &title = snapshot.session.scenarios[index].name;
    const ScenarioResult &result = snapshot.results[index];
    MemoryColumn column;
    if (result.estimate) {
        column = memory_column(*result.estimate, id, title);
        const ScenarioResult *baseline = snapshot.baseline();
        if (baseline && baseline->estimate && baseline != &result)
            column.difference = result.estimate->shown().needed() - baseline->estimate->shown().needed();
    } else {
        column.id = id;
        column.title = title;
        column.problem = utf8(sentence_of(result.error));
    }
    column.selected = static_cast<int>(index) == snapshot.session.selected;
    column.baseline = snapshot.session.baseline == static_cast<int>(index);
    return column;
}

/// One for each kind of rank, the fullest first; the one that breakdown and timeline speak of is the selected.
std::vector<MemoryColumn> rank_columns(const Snapshot &snapshot)
{
    const Estimate &estimate = *snapshot.current().estimate;
    const MemoryColumn whole = column_at(snapshot, static_cast<std::size_t>(snapshot.session.selected));
    std::vector<MemoryColumn> columns;
    for (std::size_t i = 0; i < estimate.processes.size(); ++i) {
        const ProcessEstimate &process = estimate.processes[i];
        MemoryColumn column = memory_column(process, utf8(column_id(snapshot.session.selected, i)),
                                            utf8(rank_title(process.rank, estimate.plan.plan)));
        if (whole.difference) column.difference = *whole.difference - whole.total + column.total;
        column.baseline = whole.baseline && i == 0;
        column.selected = i == estimate.shown_process;
        column.part = true;
        columns.push_back(std::move(column));
    }
    return columns;
}

std::optional<Bytes> rule_of(const Estimate &estimate)
{
    const auto rule = envelope(envelope_input(estimate.plan.plan, estimate.total_parameters, estimate.trainable_parameters));
    return rule.ok() ? std::optional(rule->total) : std::nullopt;
}

} // namespace

QString column_id(int scenario, std::optional<std::size_t> process)
{
    const QString id = QString::number(scenario);
    return process ? id + QLatin1Char('/') + QString::number(*process) : id;
}

int scenario_of(const QString &column) { return column.section(QLatin1Char('/'), 0, 0).toInt(); }

std::optional<std::size_t> process_of(const QString &column)
{
    bool is_one = false;
    const qulonglong process = column.section(QLatin1Char('/'), 1).toULongLong(&is_one);
    return is_one ? std::optional(static_cast<std::size_t>(process)) : std::nullopt;
}

MemoryChartData chart_data_of(const Snapshot &snapshot, const ChartChoices &choices)
{
    MemoryChartData data;
    data.numbers = numbers_of(snapshot.session);
    data.expanded = choices.expanded;
    data.lines = snapshot.lines;
    data.show_rule_of_thumb = choices.rule_of_thumb;
    for (std::size_t i = 0; i < snapshot.results.size(); ++i) {
        const auto &estimate = snapshot.results[i].estimate;
        const bool split =
            choices.ranks && estimate && estimate->processes.size() > 1 && static_cast<int>(i) == snapshot.session.selected;
        std::vector<MemoryColumn> columns = split ? rank_columns(snapshot) : std::vector{column_at(snapshot, i)};
        for (MemoryColumn &column : columns) {
            if (choices.rule_of_thumb && estimate) column.rule_of_thumb = rule_of(*estimate);
            data.columns.push_back(std::move(column));
        }
    }
    return data;
}

TimelineData timeline_data_of(const Snapshot &snapshot, const std::set<Group> &expanded, bool by_time)
{
    TimelineData data;
    data.numbers = numbers_of(snapshot.session);
    data.expanded = expanded;
    data.lines = snapshot.lines;
    const auto &estimate = snapshot.current().estimate;
    if (!estimate) return data;
    // The points live as long as their estimate: shared, not copied.
    data.points = TimelinePoints(estimate, &estimate->shown().timeline);
    data.held = estimate->shown().peak.device; // an engine takes more than its load needs
    data.engine = engine_spans(engine_course(*estimate, estimate->shown()), data.points);
    if (by_time)
        if (const std::optional<RunTime> time = own_time(*estimate); time && time->step)
            for (const PhaseTime &one : time->step->phases) data.seconds.push_back({one.phase, one.seconds});
    return data;
}

} // namespace plimsoll
