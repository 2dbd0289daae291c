// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeline/timeline_measured.h"

#include "core/measured/planned_run.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

/// Neighbouring operations that measurements call by one name: forward and loss are one.
struct NamedStretch {
    std::string_view name;
    std::size_t first = 0, last = 0;
    [[nodiscard]] std::size_t size() const { return last - first; }
};

std::vector<NamedStretch> stretches_of(const TimelineData &planned)
{
    std::vector<NamedStretch> out;
    for (const PhaseRun &run : phase_runs(planned)) {
        const std::string_view name = measured_name(run.phase);
        if (out.empty() || out.back().name != name || out.back().last != run.first) out.push_back({name, run.first, run.first});
        out.back().last = run.last;
    }
    return out;
}

/// The last step in which a phase was measured; nothing where it never was.
std::optional<std::size_t> last_of(const Measured &run, std::string_view name)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < run.phases.size(); ++i)
        if (run.phases[i].phase == name && run.phases[i].allocated_peak &&
            (!found || run.phases[i].step >= run.phases[*found].step))
            found = i;
    return found;
}

/// The part of a course that falls to operations [from, to) of `all`; never empty where the course is not.
std::vector<Bytes> part_of_course(const std::vector<Bytes> &course, std::size_t from, std::size_t to, std::size_t all)
{
    const std::size_t first = std::min(course.size() * from / all, course.size() - 1);
    const std::size_t last = std::clamp(course.size() * to / all, first + 1, course.size());
    return {course.begin() + static_cast<std::ptrdiff_t>(first), course.begin() + static_cast<std::ptrdiff_t>(last)};
}

/// The operation of a stretch at which most is planned.
std::size_t fullest_in(const TimelineData &planned, const NamedStretch &stretch)
{
    const auto begin = planned.points->begin();
    const auto allocated = [](const TimelinePoint &point) { return point.allocated; };
    return static_cast<std::size_t>(std::ranges::max_element(begin + static_cast<std::ptrdiff_t>(stretch.first),
                                                             begin + static_cast<std::ptrdiff_t>(stretch.last), {}, allocated) -
                                    begin);
}

/// Entries of a trace are no operations of the plan, and one operation has many: the highest of a course stands where most is
/// planned, and what is before and behind it on its side.
void add_course(std::vector<MeasuredCourse> &out, const NamedStretch &stretch, std::size_t fullest,
                const std::vector<Bytes> &course)
{
    const auto highest = std::ranges::max_element(course);
    if (fullest > stretch.first && highest != course.begin()) out.push_back({stretch.first, fullest, {course.begin(), highest}});
    const std::size_t from = out.empty() || out.back().last != fullest ? stretch.first : fullest;
    out.push_back({from, stretch.last, {highest, course.end()}});
}

} // namespace

std::vector<MeasuredCourse> courses_over(const TimelineData &planned, const Measured &run,
                                         const std::vector<std::vector<Bytes>> &courses)
{
    const std::vector<NamedStretch> stretches = stretches_of(planned);
    std::vector<MeasuredCourse> out;
    for (const NamedStretch &one : stretches) {
        const std::optional<std::size_t> at = last_of(run, one.name);
        if (!at) continue;
        if (*at >= courses.size() || courses[*at].empty()) {
            out.push_back({one.first, one.last, {*run.phases[*at].allocated_peak}});
            continue;
        }
        std::size_t before = 0, all = 0; // micro batches of a step are one phase of it
        for (const NamedStretch &other : stretches)
            if (other.name == one.name) {
                if (other.first < one.first) before += other.size();
                all += other.size();
            }
        const std::size_t fullest = fullest_in(planned, one);
        add_course(out, one, fullest, part_of_course(courses[*at], before, before + one.size(), all));
    }
    return out;
}

std::optional<std::size_t> fullest_of(const TimelineData &planned, std::string_view phase)
{
    std::optional<std::size_t> fullest;
    for (const PhaseRun &run : phase_runs(planned)) {
        if (measured_name(run.phase) != phase) continue;
        const auto &points = *planned.points;
        if (!fullest || points[run.peak].allocated > points[*fullest].allocated) fullest = run.peak;
    }
    return fullest;
}

void place_measured(TimelineGeometry &g, const TimelineData &data)
{
    for (const MeasuredCourse &course : data.measured) {
        if (course.heights.empty() || course.first < g.first_index || course.last > g.last_index) continue;
        const double from = g.x_of(static_cast<double>(course.first - g.first_index));
        const double to = g.x_of(static_cast<double>(course.last - g.first_index));
        const double part = (to - from) / static_cast<double>(course.heights.size());
        const bool goes_on = !g.measured.empty() && std::abs(g.measured.back().back().x() - from) < 0.5;
        QPolygonF line = goes_on ? std::exchange(g.measured.back(), {}) : QPolygonF();
        if (goes_on) g.measured.pop_back();
        for (std::size_t i = 0; i < course.heights.size(); ++i) {
            const double x0 = std::max(from + part * static_cast<double>(i), g.plot.left());
            const double x1 = std::min(from + part * static_cast<double>(i + 1), g.plot.right());
            if (x1 <= x0) continue;
            const double value = std::min(data.numbers.value(course.heights[i]), g.top_value);
            const double y = std::round(g.y_of(value) / g.pixel) * g.pixel;
            if (!line.isEmpty() && line.back().y() == y)
                line.back().setX(x1);
            else
                line << QPointF(x0, y) << QPointF(x1, y);
        }
        if (!line.isEmpty()) g.measured.push_back(std::move(line));
    }
}

void paint_measured(QPainter &painter, const TimelineGeometry &g, const Palette &colors)
{
    if (g.measured.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    const auto draw = [&](const QPen &pen) {
        painter.setPen(pen);
        for (const QPolygonF &line : g.measured) painter.drawPolyline(line);
    };
    draw(QPen(faded(colors.paper, 0.85), 4, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin)); // a halo: it crosses every fill
    draw(QPen(colors.link, 2, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    painter.restore();
}

} // namespace plimsoll
