// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweep_chart.h"
#include "ui/document/text.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace plimsoll {

namespace {

constexpr double usual_left = 44, sweep_geometry_top_margin = 26, sweep_geometry_bottom_margin = 40, line_room = 24;

double right_margin(const SweepData &data, double width)
{
    const TextWidths bold(ui_font(TextSize::caption, true));
    double widest = 16;
    for (const LoadLine &line : data.lines) widest = std::max(widest, bold(qt(line.title)) + line_room + 14);
    return std::min(widest, std::max(width * 0.32, 60.0));
}

double answering_line(const SweepData &data)
{
    for (const LoadLine &line : data.lines)
        if (line.answers) return data.numbers.value(line.usable);
    return 0;
}

/// By the line that answers, or, where every point lies above it, by the lowest of them, which is what could be shown.
AxisRange axis_of(const SweepData &data)
{
    Bytes tallest = 0;
    std::optional<Bytes> lowest;
    for (const SweepCell &cell : data.cells) {
        if (!cell.problem.isEmpty()) continue;
        tallest = std::max(tallest, cell.need);
        lowest = std::min(lowest.value_or(cell.need), cell.need);
    }
    const double line = answering_line(data), least = data.numbers.value(lowest.value_or(0));
    return axis_range(line > 0 && least > line ? 2 * least : line, data.numbers.value(tallest));
}

double left_of_plot(const SweepData &data, const AxisRange &axis)
{
    if (!data.grid()) return room_for_axis(usual_left, data.numbers.axis(axis.top));
    double left = usual_left;
    for (const Count value : data.scales[1].values) left = room_for_axis(left, data.numbers.count(value));
    return left;
}

void place_curve(SweepGeometry &g, const SweepData &data)
{
    const std::vector<Count> &values = data.scales[0].values;
    const double low = std::log(static_cast<double>(values.front())), high = std::log(static_cast<double>(values.back()));
    for (const Count value : values) {
        const double share = high > low ? (std::log(static_cast<double>(value)) - low) / (high - low) : 0.5;
        g.x.push_back(g.plot.left() + share * g.plot.width());
    }
}

void place_cells(SweepGeometry &g, const SweepData &data)
{
    const auto columns = static_cast<double>(data.columns()), rows = static_cast<double>(data.rows());
    const auto edge = [](double from, double room, double parts, std::size_t i) {
        return from + std::round(room * static_cast<double>(i) / parts);
    };
    for (std::size_t x = 0; x < data.columns(); ++x)
        for (std::size_t y = 0; y < data.rows(); ++y) {
            const double left = edge(g.plot.left(), g.plot.width(), columns, x),
                         right = edge(g.plot.left(), g.plot.width(), columns, x + 1);
            const double up = edge(0, g.plot.height(), rows, y + 1), down = edge(0, g.plot.height(), rows, y);
            g.cells.emplace_back(QPointF(left, g.plot.bottom() - up), QPointF(right, g.plot.bottom() - down));
        }
}

bool fits(const SweepData &data, std::size_t x, std::size_t y, std::size_t line)
{
    const SweepCell &cell = data.cells[data.index(x, y)];
    return line < cell.fits.size() && cell.fits[line] == Fits::yes;
}

std::vector<QLineF> contour(const SweepGeometry &g, const SweepData &data, std::size_t line)
{
    std::vector<QLineF> out;
    for (std::size_t x = 0; x < data.columns(); ++x)
        for (std::size_t y = 0; y < data.rows(); ++y) {
            const QRectF &cell = g.cells[data.index(x, y)];
            if (x + 1 < data.columns() && fits(data, x, y, line) != fits(data, x + 1, y, line))
                out.emplace_back(cell.topRight(), cell.bottomRight());
            if (y + 1 < data.rows() && fits(data, x, y, line) != fits(data, x, y + 1, line))
                out.emplace_back(cell.topLeft(), cell.topRight());
        }
    return out;
}

/// How often a value halves to a whole number: sizes of this field are powers of two or few of them together.
int roundness(Count value) { return value > 0 ? std::countr_zero(static_cast<std::uint64_t>(value)) : 64; }

/// Labels of an axis, the roundest values first, as far as they keep apart; `room` is a label's extent along the axis.
std::vector<PlacedText> placed_labels(const SweepScale &scale, const Numbers &numbers, const std::vector<double> &middles,
                                      const std::function<double(const QString &)> &room,
                                      const std::function<PlacedText(QString, double)> &place)
{
    std::vector<std::size_t> roundest_first(middles.size());
    std::iota(roundest_first.begin(), roundest_first.end(), std::size_t{0});
    std::ranges::stable_sort(roundest_first, std::greater{}, [&](std::size_t i) { return roundness(scale.values[i]); });
    std::map<double, PlacedText> out;
    std::vector<std::pair<double, double>> taken; // middle and half the extent
    for (const std::size_t i : roundest_first) {
        const QString text = numbers.count(scale.values[i]);
        const double half = room(text) / 2;
        const auto meets = [&](const auto &other) { return std::abs(other.first - middles[i]) < other.second + half; };
        if (std::ranges::any_of(taken, meets)) continue;
        taken.emplace_back(middles[i], half);
        out.emplace(middles[i], place(text, middles[i]));
    }
    std::vector<PlacedText> labels;
    for (auto &[at, label] : out) labels.push_back(std::move(label));
    return labels;
}

void place_axis_labels(SweepGeometry &g, const SweepData &data)
{
    const TextWidths width_of(ui_font());
    std::vector<double> x = g.x, y;
    if (data.grid()) {
        for (std::size_t i = 0; i < data.columns(); ++i) x.push_back(g.cells[data.index(i, 0)].center().x());
        for (std::size_t i = 0; i < data.rows(); ++i) y.push_back(g.cells[data.index(0, i)].center().y());
        g.y_labels = placed_labels(
            data.scales[1], data.numbers, y, [](const QString &) { return 14.0; },
            [&](const QString &text, double at) {
                return PlacedText{text, {g.plot.left() - 7, at}, Qt::AlignRight};
            });
    } else {
        for (int i = 0; i <= g.axis.steps; ++i)
            g.y_labels.push_back(
                {data.numbers.axis(g.axis.step * i), {g.plot.left() - 7, g.y_of(g.axis.step * i)}, Qt::AlignRight});
    }
    g.x_labels = placed_labels(
        data.scales[0], data.numbers, x, [&](const QString &text) { return width_of(text) + 14; },
        [&](const QString &text, double at) {
            return PlacedText{text, {at, g.plot.bottom() + 12}, Qt::AlignHCenter};
        });
}

} // namespace

SweepGeometry lay_out(const SweepData &data, QSizeF size)
{
    SweepGeometry g;
    g.size = size;
    const bool known = !data.scales.empty() && !data.cells.empty();
    if (known && !data.grid()) g.axis = axis_of(data);
    const double left = known ? left_of_plot(data, g.axis) : usual_left;
    g.plot = QRectF(left, sweep_geometry_top_margin, std::max(size.width() - left - right_margin(data, size.width()), 40.0),
                    std::max(size.height() - sweep_geometry_top_margin - sweep_geometry_bottom_margin, 30.0));
    if (!known) return g;
    if (data.grid()) {
        place_cells(g, data);
        for (std::size_t i = 0; i < data.lines.size(); ++i) g.contours.push_back(contour(g, data, i));
    } else {
        place_curve(g, data);
    }
    place_axis_labels(g, data);
    return g;
}

std::optional<double> x_of(const SweepGeometry &g, const SweepScale &scale, double value)
{
    if (scale.values.size() < 2 || value < static_cast<double>(scale.values.front()) ||
        value > static_cast<double>(scale.values.back()))
        return std::nullopt;
    const double low = std::log(static_cast<double>(scale.values.front())),
                 high = std::log(static_cast<double>(scale.values.back()));
    return g.plot.left() + (std::log(value) - low) / (high - low) * g.plot.width();
}

std::optional<std::size_t> SweepGeometry::point_at(const SweepData &data, QPointF at) const
{
    if (!plot.adjusted(-4, -4, 4, 4).contains(at)) return std::nullopt;
    if (data.grid()) {
        const auto cell = std::ranges::find_if(cells, [&](const QRectF &rect) { return rect.contains(at); });
        return cell == cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(cell - cells.begin()));
    }
    if (x.empty()) return std::nullopt;
    const auto nearest = std::ranges::min_element(x, {}, [&](double one) { return std::abs(one - at.x()); });
    return static_cast<std::size_t>(nearest - x.begin());
}

} // namespace plimsoll
