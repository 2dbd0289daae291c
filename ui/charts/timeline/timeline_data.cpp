// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeline/timeline_data.h"

#include "core/estimate/titles.h"
#include "core/torch/places.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll {

namespace {

struct TimelineDataWords {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

/// Whether an operation of a pass is a tower's: what updates or loads its weights is no pass of it.
bool passes_tower(const TimelinePoint &point)
{
    const bool passes = point.phase != Phase::load && point.phase != Phase::optimizer_step && point.phase != Phase::save;
    return passes && step::in_tower(point.layer);
}

} // namespace

QString window_text::title_of(Phase phase) { return QString::fromStdString(plimsoll::words_for(phase)); }

QString window_text::title_of(const PhaseRun &run)
{
    const QString phase = window_text::title_of(run.phase);
    return run.tower ? TimelineDataWords::tr("tower, %1").arg(phase) : phase;
}

std::optional<Bytes> most_measured(const TimelineData &data)
{
    std::optional<Bytes> most;
    for (const auto &course : data.measured)
        for (const Bytes height : course.heights) most = std::max(most.value_or(0), height);
    return most;
}

bool is_start(const TimelineData &data)
{
    return data.points && std::ranges::find(*data.points, Phase::serve, &TimelinePoint::phase) != data.points->end();
}

std::vector<PhaseRun> phase_runs(const TimelineData &data)
{
    std::vector<PhaseRun> runs;
    if (!data.points) return runs;
    const auto &points = *data.points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool tower = passes_tower(points[i]);
        if (runs.empty() || runs.back().phase != points[i].phase || runs.back().tower != tower)
            runs.push_back({points[i].phase, i, i, i, tower});
        runs.back().last = i + 1;
        if (points[i].allocated > points[runs.back().peak].allocated) runs.back().peak = i;
    }
    // A step begins loaded; of an engine's start loading is a part.
    const bool more = std::ranges::any_of(runs, [](const auto &run) { return run.phase != Phase::load; });
    if (more && !is_start(data)) std::erase_if(runs, [](const auto &run) { return run.phase == Phase::load; });
    return runs;
}

std::vector<EngineSpan> engine_spans(const std::optional<EngineCourse> &course, const TimelinePoints &points)
{
    std::vector<EngineSpan> out;
    if (!course || !points) return out;
    for (const TimelinePoint &point : *points) {
        if (std::ranges::find(out, point.phase, &EngineSpan::phase) != out.end()) continue;
        if (const EngineMoment *one = course->in_phase(point.phase); one != nullptr && one->engine.sum() > 0)
            out.push_back({point.phase, one->device - one->engine.sum(), one->device});
    }
    return out;
}

const EngineSpan *engine_in(const TimelineData &data, Phase phase)
{
    const auto found = std::ranges::find(data.engine, phase, &EngineSpan::phase);
    return found == data.engine.end() ? nullptr : &*found;
}

QString moment_of(const TimelinePoint &point)
{
    const auto phase = window_text::title_of(point.phase);
    if (point.layer >= 0) return TimelineDataWords::tr("layer %1, %2").arg(point.layer + 1).arg(phase);
    if (const auto layer = step::tower_layer(point.layer))
        return TimelineDataWords::tr("tower, layer %1, %2").arg(*layer + 1).arg(phase);
    if (point.label.empty()) return phase;
    return TimelineDataWords::tr("%1, %2").arg(QString::fromStdString(point.title()), phase);
}

QString sentence_of(const TimelineData &data)
{
    const auto runs = phase_runs(data);
    if (runs.empty()) return TimelineDataWords::tr("No timeline.");
    const auto &points = *data.points;
    const auto peak = std::ranges::max_element(runs, {}, [&](const auto &run) { return points[run.peak].allocated; })->peak;
    QStringList phases;
    for (const auto &run : runs)
        phases << TimelineDataWords::tr("%1 up to %2")
                      .arg(window_text::title_of(run), data.numbers.brief_with_unit(points[run.peak].allocated));
    const auto most = most_measured(data);
    QString engine;
    if (!data.engine.empty()) {
        const EngineSpan &full = *std::ranges::max_element(data.engine, {}, &EngineSpan::to);
        engine = QLatin1Char(' ') +
                 TimelineDataWords::tr("With the engine beside it the card is fullest in %1: %2, of which the engine %3.")
                     .arg(window_text::title_of(full.phase), data.numbers.brief_with_unit(full.to),
                          data.numbers.brief_with_unit(full.to - full.from));
    }
    const QString run =
        most ? QLatin1Char(' ') + TimelineDataWords::tr("A real run had %1 at most.").arg(data.numbers.brief_with_unit(*most))
             : QString();
    return (is_start(data) ? TimelineDataWords::tr("Bytes allocated over the engine's start: %1. The peak is %2 at %3.")
                           : TimelineDataWords::tr("Bytes allocated over one step: %1. The peak is %2 at %3."))
               .arg(phases.join(QStringLiteral("; ")), data.numbers.brief_with_unit(points[peak].allocated),
                    moment_of(points[peak])) +
           engine + run;
}

} // namespace plimsoll
