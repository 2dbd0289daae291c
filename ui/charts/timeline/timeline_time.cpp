// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline's axis as time: each phase as wide as it takes, its operations evenly in it.
#include "ui/charts/timeline/timeline_geometry.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace plimsoll {

namespace {

struct TimelineTimeWords {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

/// "250 ms", "1.5 s": as many digits as a step of the axis has.
QString seconds_text(double seconds, double step, const QLocale &locale)
{
    const bool small = step < 0.1;
    const double value = small ? seconds * 1000 : seconds, unit = small ? step * 1000 : step;
    const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(unit) + 1e-9)));
    const QString number = locale.toString(value, 'f', digits);
    return small ? TimelineTimeWords::tr("%1 ms").arg(number) : TimelineTimeWords::tr("%1 s").arg(number);
}

/// 1, 2 or 5 × 10ⁿ, about an eighth of what is in view.
double time_step(double in_view)
{
    const double wanted = in_view / 8, power = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= wanted) return digit * power;
    return 10 * power;
}

} // namespace

double TimelineGeometry::place_of(double operation) const
{
    if (begins.empty()) return operation;
    const double within = std::clamp(operation, 0.0, static_cast<double>(begins.size() - 1));
    const auto whole = std::min(static_cast<std::size_t>(within), begins.size() - 2);
    return begins[whole] + (within - static_cast<double>(whole)) * (begins[whole + 1] - begins[whole]);
}

double TimelineGeometry::operation_at(double x) const
{
    const double share = (x - plot.left()) / plot.width();
    if (begins.empty()) return first + share * (last - first);
    const double place = place_of(first) + share * (place_of(last) - place_of(first));
    const auto after = std::ranges::upper_bound(begins, place);
    if (after == begins.begin()) return 0;
    const auto whole = std::min(static_cast<std::size_t>(after - begins.begin()) - 1, begins.size() - 2);
    const double wide = begins[whole + 1] - begins[whole];
    return static_cast<double>(whole) + (wide > 0 ? std::min((place - begins[whole]) / wide, 1.0) : 0);
}

void place_in_time(TimelineGeometry &g, const TimelineData &data, const std::vector<PhaseRun> &runs)
{
    std::map<Phase, double> operations, seconds;
    for (const PhaseRun &run : runs) operations[run.phase] += static_cast<double>(run.last - run.first);
    for (const PhaseSeconds &one : data.seconds) seconds[one.phase] += one.seconds;
    for (const auto &[phase, count] : operations)
        if (!(seconds[phase] > 0)) return; // a part of the step that nobody has a time for
    g.begins.assign(1, 0);
    for (const PhaseRun &run : runs) {
        const double each = seconds[run.phase] / operations[run.phase];
        for (std::size_t i = run.first; i < run.last; ++i) g.begins.push_back(g.begins.back() + each);
    }
}

void place_time_ticks(TimelineGeometry &g, const TimelineData &data)
{
    const TextWidths width_of(ui_font());
    const double from = g.place_of(g.first), to = g.place_of(g.last), step = time_step(to - from);
    double free = 0;
    for (double at = std::ceil(from / step - 1e-9) * step; at <= to + step * 1e-9; at += step) {
        const double x = g.plot.left() + (at - from) / (to - from) * g.plot.width();
        const QString text = seconds_text(at, step, data.numbers.locale);
        g.operation_ticks.push_back(x);
        if (x - width_of(text) / 2 < free || x + width_of(text) / 2 > g.size.width()) continue;
        g.operations.push_back({text, {x, g.plot.bottom() + 11}, Qt::AlignHCenter});
        free = x + width_of(text) / 2 + 8;
    }
}

} // namespace plimsoll
