// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeline/timeline_geometry.h"
#include "ui/charts/timeline/timeline_measured.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

constexpr double timeline_geometry_left_margin = 44, timeline_geometry_top_margin = 52, timeline_geometry_bottom_margin = 40;
/// A line a little above the axis is drawn at its edge; from here on it is only named.
constexpr double above_axis = 1.02;

double right_margin(const TimelineData &data, double top_value, double width)
{
    const TextWidths bold(ui_font(TextSize::caption, true)), plain(ui_font());
    double widest = 16;
    for (const auto &line : data.lines) {
        const bool above = data.numbers.value(line.usable) > top_value * above_axis;
        widest = std::max(widest, above ? plain(QStringLiteral("↑ ") + title_of(line)) + 20 : bold(title_of(line)) + 38);
    }
    return std::min(widest, std::max(width * 0.3, 60.0));
}

std::vector<TimelineBand> bands_of(const TimelineData &data)
{
    std::vector<TimelineBand> bands;
    for (std::size_t i = 0; i < group_count; ++i) {
        const auto group = static_cast<Group>(i);
        if (!data.expanded.contains(group)) {
            bands.push_back({group, std::nullopt, {}, {}});
            continue;
        }
        for (const auto component : components_of(group)) bands.push_back({group, component, {}, {}});
    }
    return bands;
}

Bytes bytes_in(const TimelinePoint &point, const TimelineBand &band)
{
    if (band.component) return point.components[static_cast<std::size_t>(*band.component)];
    Bytes sum = 0;
    for (const auto component : components_of(band.group)) sum += point.components[static_cast<std::size_t>(component)];
    return sum;
}

void place_bands(TimelineGeometry &g, const TimelineData &data)
{
    g.bands = bands_of(data);
    for (auto &band : g.bands) band.tops.reserve(g.samples.size());
    const double scale = g.plot.height() / g.top_value;
    for (const auto &sample : g.samples) {
        Bytes below = 0;
        for (auto &band : g.bands) {
            below += bytes_in((*data.points)[sample.index], band);
            const double y = g.plot.bottom() - std::min(data.numbers.value(below), g.top_value) * scale;
            band.tops.push_back(std::round(y / g.pixel) * g.pixel);
        }
    }
}

void place_engine(TimelineGeometry &g, const TimelineData &data)
{
    const auto y_of = [&](Bytes bytes) {
        return std::round(g.y_of(std::min(data.numbers.value(bytes), g.top_value)) / g.pixel) * g.pixel;
    };
    for (const PlacedPhase &phase : g.phases)
        if (const EngineSpan *span = engine_in(data, phase.run.phase))
            g.engine.emplace_back(QPointF(phase.x0, y_of(span->to)), QPointF(phase.x1, y_of(span->from)));
}

} // namespace

AxisRange decimal_axis(double need)
{
    if (!(need > 0) || !std::isfinite(need)) return {};
    const double target = 1.3 * need;
    AxisRange best;
    double best_score = 1e9;
    const int power = static_cast<int>(std::floor(std::log10(target)));
    for (int k = power - 1; k <= power; ++k)
        for (const double digit : {1.0, 2.0, 5.0})
            for (int n = 3; n <= 5; ++n) {
                const double step = digit * std::pow(10.0, k), top = step * n;
                if (top < 1.12 * need) continue;
                const double score = std::abs(std::log(top / target)) + (n == 4 ? 0 : 0.02);
                if (score < best_score) best = {top, step, n}, best_score = score;
            }
    return best;
}

std::vector<TimelineSample> downsample(const std::vector<TimelinePoint> &points, std::size_t first_index, std::size_t last_index,
                                       const TimelineGeometry &g)
{
    std::vector<TimelineSample> samples;
    const auto from = static_cast<std::size_t>(std::max(std::floor(g.first), 0.0));
    const auto to = std::min(static_cast<std::size_t>(std::ceil(g.last)), last_index - first_index);
    const auto pixel_x = [&](std::size_t operation) {
        const double x = std::round(g.x_of(static_cast<double>(operation)) / g.pixel) * g.pixel;
        return std::clamp(x, g.plot.left(), g.plot.right());
    };
    double x0 = pixel_x(from);
    auto largest = first_index + from;
    for (std::size_t i = from; i < to; ++i) {
        if (points[first_index + i].allocated > points[largest].allocated) largest = first_index + i;
        const double x1 = pixel_x(i + 1);
        if (x1 <= x0) continue; // it shares its pixel with the next ones
        samples.push_back({x0, x1, largest});
        x0 = x1;
        largest = first_index + std::min(i + 1, to - 1);
    }
    // What was left over by rounding shares the last pixel.
    if (!samples.empty() && points[largest].allocated > points[samples.back().index].allocated) samples.back().index = largest;
    return samples;
}

TimelineGeometry lay_out(const TimelineData &data, QSizeF size, TimelineView view, double pixel, bool bare)
{
    TimelineGeometry g;
    g.size = size;
    g.pixel = pixel;
    const auto runs = phase_runs(data);
    Bytes need_bytes = data.held;
    for (const auto &run : runs) need_bytes = std::max(need_bytes, (*data.points)[run.peak].allocated);
    for (const EngineSpan &span : data.engine) need_bytes = std::max(need_bytes, span.to);
    need_bytes = std::max(need_bytes, most_measured(data).value_or(0));
    const double need = data.numbers.value(need_bytes);
    double shown = need;
    // A line that is not far above belongs into the picture: the gap to it is the answer.
    for (const auto &line : data.lines)
        if (const double value = data.numbers.value(line.usable); value <= 1.5 * need) shown = std::max(shown, value * 0.95);
    const auto axis = decimal_axis(shown);
    g.top_value = bare ? std::max(need * 1.05, 1e-9) : axis.top;
    g.step_value = axis.step;
    g.plot = {0, 0, size.width(), size.height()};
    if (!bare) {
        const double right = right_margin(data, g.top_value, size.width());
        const double left = room_for_axis(timeline_geometry_left_margin, data.numbers.axis(axis.top));
        g.plot = {left, timeline_geometry_top_margin, std::max(std::floor(size.width() - left - right), 20.0),
                  std::max(std::floor(size.height() - timeline_geometry_top_margin - timeline_geometry_bottom_margin), 20.0)};
    }
    if (runs.empty()) return g;
    const auto &points = *data.points;
    g.first_index = runs.front().first;
    g.last_index = runs.back().last;
    const auto count = static_cast<double>(g.last_index - g.first_index);
    g.first = view.last > view.first ? std::clamp(view.first, 0.0, count - 1) : 0;
    g.last = view.last > view.first ? std::clamp(view.last, g.first + 1, count) : count;
    place_in_time(g, data, runs);
    const auto top = std::ranges::max_element(runs, {}, [&](const auto &run) { return points[run.peak].allocated; });
    g.peak = top->peak;
    g.samples = downsample(points, g.first_index, g.last_index, g);
    place_bands(g, data);
    for (const auto &run : runs) {
        const double x0 = g.x_of(static_cast<double>(run.first - g.first_index)),
                     x1 = g.x_of(static_cast<double>(run.last - g.first_index));
        if (x1 <= g.plot.left() || x0 >= g.plot.right()) continue;
        g.phases.push_back({run, std::max(x0, g.plot.left()), std::min(x1, g.plot.right()), {}, false});
    }
    place_engine(g, data);
    if (data.held > 0) g.held_y = std::round(g.y_of(data.numbers.value(data.held)));
    if (bare) return g;
    for (int i = 0; i <= axis.steps; ++i) {
        const double value = i * axis.step;
        g.ticks.push_back({value, std::round(g.y_of(value) / pixel) * pixel, data.numbers.axis(value)});
    }
    place_measured(g, data);
    place_timeline_labels(g, data);
    return g;
}

std::optional<std::size_t> TimelineGeometry::index_at(double x) const
{
    if (last_index <= first_index || x < plot.left() || x > plot.right()) return std::nullopt;
    const auto whole =
        static_cast<std::size_t>(std::clamp(operation_at(x), 0.0, static_cast<double>(last_index - first_index) - 1));
    return first_index + whole;
}

std::optional<Group> TimelineGeometry::group_at(QPointF point) const
{
    const auto sample = std::ranges::find_if(samples, [&](const auto &s) { return s.x0 <= point.x() && point.x() < s.x1; });
    if (sample == samples.end() || point.y() > plot.bottom()) return std::nullopt;
    const auto at = static_cast<std::size_t>(sample - samples.begin());
    for (const auto &band : bands)
        if (point.y() >= band.tops[at]) return band.group;
    return std::nullopt;
}

} // namespace plimsoll
