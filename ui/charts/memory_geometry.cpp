// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_geometry.h"
#include "ui/document/text.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

constexpr double memory_geometry_left_margin = 36, memory_geometry_bottom_margin = 8, stub = 23;
constexpr double usual_pitch = 140, widest_pitch = 240, narrowest_pitch = 46, share_of_pitch = 104.0 / 140;
constexpr double columns_across = 8; // what a wide plot has room for before columns grow with it
constexpr double usual_width = 104, widest_column = 400, share_of_plot = 0.46, usual_lead = 18, widest_gap = 96;

double snapped(double y, double pixel) { return std::round(y / pixel) * pixel; }

const LoadLine *answering(const MemoryChartData &data)
{
    const auto it = std::ranges::find_if(data.lines, &LoadLine::answers);
    return it != data.lines.end() ? &*it : data.lines.empty() ? nullptr : &data.lines.front();
}

bool is_cut(const MemoryColumn &column, const Numbers &numbers, double axis_top)
{
    return numbers.value(column.total) > axis_top * 1.0001;
}

double right_margin(const MemoryGeometry &g, const MemoryChartData &data)
{
    const TextWidths bold(ui_font(TextSize::caption, true)), plain(ui_font());
    const double width = g.size.width();
    double widest = data.lines.empty() ? 12 : 96;
    for (const auto &line : data.lines) widest = std::max(widest, bold(title_of(line)));
    if (std::ranges::any_of(data.columns, [&](const auto &column) { return is_cut(column, data.numbers, g.axis.top); }))
        for (const QString &note : notes_on_cuts()) widest = std::max(widest, plain(note));
    return std::min(widest + 38, std::max(width * 0.32, std::min(140.0, width * 0.4)));
}

constexpr double whisker_margin = 3;

/// A cut column's interval lies above the break.
bool has_whisker(const MemoryColumn &column, const Numbers &numbers, double axis_top)
{
    return column.interval && column.problem.empty() && !is_cut(column, numbers, axis_top);
}

/// Room above the axis' top for the end of a whisker, whose chart becomes lower by it.
double room_for_whisker(double beyond_top, double height)
{
    return beyond_top > 0 ? (whisker_margin + beyond_top * (height - memory_geometry_bottom_margin)) / (1 + beyond_top) : 0;
}

/// Room above the axis' top for what stands on the columns: a cut one's stub, its total and difference; a whisker.
double memory_geometry_top_margin(const MemoryChartData &data, const AxisRange &axis, double height)
{
    double room = 20;
    for (const auto &column : data.columns) {
        const bool noted = column.difference || column.claim || (data.show_rule_of_thumb && column.rule_of_thumb);
        const double labels = noted ? 36 : 21;
        const double claimed = column.claim ? data.numbers.value(*column.claim) : 0;
        const double units = std::max(data.numbers.value(column.total), claimed <= axis.top ? claimed : 0);
        const double free = units > axis.top ? -stub : (1 - units / axis.top) * (height - 60);
        room = std::max(room, labels + 4 - free);
        if (has_whisker(column, data.numbers, axis.top))
            room = std::max(room, room_for_whisker(data.numbers.value(column.interval->high) / axis.top - 1, height));
    }
    return std::min(room, height / 3);
}

/// Few columns are wide, and have room for labels beside them. In a wide plot they stand in its middle, else at its axis, where
/// the first one stays when others come. False where that takes more room than there is.
bool spread_out(MemoryGeometry &g, const MemoryChartData &data, double room, std::size_t shown)
{
    const double beside = room_beside(data), count = static_cast<double>(shown);
    const double share = shown == 0 ? 0 : std::floor(room / count);
    if (share < usual_lead + usual_width + beside) return false;
    constexpr double paddings = 21;
    g.wide = true;
    g.beside_width = beside;
    g.column_width =
        std::clamp(std::round(std::min(share - usual_lead - beside, room * share_of_plot)), usual_width, widest_column);
    g.column_pitch = std::min(share, g.column_width + beside + widest_gap);
    g.with_shares = g.column_width >= widest_label(data) + paddings;
    const double used = (count - 1) * g.column_pitch + g.column_width + beside;
    const bool in_the_middle = room >= columns_across * usual_pitch;
    const double lead = in_the_middle ? std::max(usual_lead, std::round((room - used) / 2)) : usual_lead;
    g.first_center = std::round(g.plot.left() + 4 + lead + g.column_width / 2);
    g.columns.resize(shown);
    return true;
}

void place_columns_across(MemoryGeometry &g, const MemoryChartData &data, std::optional<std::size_t> first)
{
    const double room = std::max(g.plot.width() - 20, narrowest_pitch);
    const auto most = static_cast<std::size_t>(room / narrowest_pitch);
    const auto shown = std::min(data.columns.size(), most);
    g.hidden_columns = data.columns.size() - shown;
    const auto selected = std::ranges::find_if(data.columns, &MemoryColumn::selected);
    const auto wanted = static_cast<std::size_t>(selected == data.columns.end() ? 0 : selected - data.columns.begin());
    g.first_column = first ? std::min(*first, g.hidden_columns) : wanted < shown ? 0 : wanted - shown + 1;
    if (spread_out(g, data, room, shown)) return;
    const double widest = std::clamp(std::floor(room / columns_across), usual_pitch, widest_pitch);
    g.column_pitch = std::min(widest, std::floor(room / static_cast<double>(std::max<std::size_t>(shown, 1))));
    g.column_width =
        std::min(std::round(widest * share_of_pitch), std::floor(g.column_pitch - std::clamp(g.column_pitch * 0.15, 6.0, 12.0)));
    g.first_center = std::round(g.plot.left() + 4 + g.column_pitch / 2);
    g.columns.resize(shown);
}

/// The parts of one column, bottom to top: group or component, and bytes.
std::vector<PlacedSegment> parts_of(const MemoryColumn &column, const MemoryChartData &data)
{
    const QString id = qt(column.id);
    std::vector<PlacedSegment> parts;
    for (std::size_t i = 0; i < group_count; ++i) {
        const auto group = static_cast<Group>(i);
        if (!data.expanded.contains(group)) {
            const auto bytes = bytes_of(column, group);
            if (bytes > 0) parts.push_back({{id, group, std::nullopt}, bytes, {}, {}, false, {}, {}});
            continue;
        }
        for (const auto component : components_of(group)) {
            const auto bytes = column.components[static_cast<std::size_t>(component)];
            if (bytes > 0) parts.push_back({{id, group, component}, bytes, {}, {}, false, {}, {}});
        }
    }
    return parts;
}

/// The band that is broken out of a column: whole waves from side to side, the upper edge first, then the lower one back.
QPolygonF zigzag(double left, double right, double middle)
{
    constexpr double wave = 22, amplitude = 3, band = 4.5, overhang = 4;
    const double width = right - left + 2 * overhang;
    const int halves = 2 * std::max(1, static_cast<int>(std::round(width / wave)));
    QPolygonF upper, lower;
    for (int i = 0; i <= halves; ++i) {
        const double x = left - overhang + width * i / halves, y = middle + (i % 2 == 1 ? -amplitude : amplitude);
        upper << QPointF(x, y - band / 2);
        lower << QPointF(x, y + band / 2);
    }
    std::ranges::reverse(lower);
    return upper + lower;
}

/// Squeezes what is above the axis into the stub, to its own scale; slivers are left out.
void place_stub(PlacedColumn &out, const std::vector<PlacedSegment> &parts, double top_units, const Numbers &numbers,
                double plot_top, double pixel)
{
    double below = 0, sum = 0;
    std::vector<std::pair<PlacedSegment, double>> kept;
    for (const auto &part : parts) {
        const double start = std::max(below, top_units);
        below += numbers.value(part.bytes);
        if (below > start) kept.emplace_back(part, below - start);
    }
    const double rest = below - top_units;
    std::erase_if(kept, [&](const auto &entry) { return entry.second / rest * stub < 2; });
    for (const auto &entry : kept) sum += entry.second;
    double done = 0;
    for (auto &[part, units] : kept) {
        const double y0 = snapped(plot_top - done / sum * stub, pixel);
        done += units;
        const double y1 = snapped(plot_top - done / sum * stub, pixel);
        part.rect = {out.box.left(), y1, out.box.width(), y0 - y1};
        part.hatched = part.rect;
        part.above_break = true;
        out.segments.push_back(part);
    }
    out.break_band = zigzag(out.box.left(), out.box.right(), plot_top - 1);
}

void place_column(MemoryGeometry &g, PlacedColumn &out, const MemoryColumn &column, const MemoryChartData &data, double center)
{
    out.id = qt(column.id);
    const double units = column.problem.empty() ? data.numbers.value(column.total) : 0;
    out.cut = is_cut(column, data.numbers, g.axis.top);
    const double top = snapped(out.cut ? g.plot.top() - stub : g.y_of(units), g.pixel);
    out.box = {center - g.column_width / 2, top, g.column_width, g.plot.bottom() - top};
    const double before = g.wide ? usual_lead / 2 : (g.column_pitch - g.column_width) / 2;
    out.slot = {out.box.left() - before, 0, g.column_pitch, g.size.height()};
    const auto *line = answering(data);
    const double line_y = line ? snapped(g.y_of(data.numbers.value(line->usable)), g.pixel) : -1e9;
    const auto parts = column.problem.empty() ? parts_of(column, data) : std::vector<PlacedSegment>{};
    Bytes below = 0;
    for (auto part : parts) {
        const double y0 = snapped(g.y_of(std::min(data.numbers.value(below), g.axis.top)), g.pixel);
        below += part.bytes;
        const double y1 = snapped(g.y_of(std::min(data.numbers.value(below), g.axis.top)), g.pixel);
        part.rect = {out.box.left(), y1, out.box.width(), y0 - y1};
        if (y1 < line_y && y0 > y1) part.hatched = {part.rect.left(), y1, part.rect.width(), std::min(y0, line_y) - y1};
        if (y0 > y1) out.segments.push_back(part);
    }
    if (out.cut) place_stub(out, parts, g.axis.top, data.numbers, g.plot.top(), g.pixel);
    if (has_whisker(column, data.numbers, g.axis.top)) {
        // away from the leaders of labels beside the column
        const double apart = std::min(6.0, (g.column_pitch - g.column_width) / 2);
        const double x = g.wide ? out.box.left() - apart : out.box.right() + apart;
        const double low = g.y_of(data.numbers.value(column.interval->low));
        const double high = g.y_of(data.numbers.value(column.interval->high));
        const bool open = high < whisker_margin - 1;
        out.whisker = PlacedWhisker{x, low, open ? 0 : high, open};
    }
    if (column.claim && column.problem.empty() && data.numbers.value(*column.claim) <= g.axis.top) {
        const double y = snapped(g.y_of(data.numbers.value(*column.claim)), g.pixel);
        out.claim = QRectF(out.box.left(), y, out.box.width(), std::max(out.box.top() - y, 0.0));
    }
    if (column.rule_of_thumb && data.show_rule_of_thumb && data.numbers.value(*column.rule_of_thumb) <= g.axis.top) {
        const double y = g.y_of(data.numbers.value(*column.rule_of_thumb));
        const double above = std::min(top, g.plot.bottom()) - y;
        const double width = above > 0 ? g.column_width * 0.6 : std::min(g.column_width + 8, g.column_pitch - 2);
        out.rule_of_thumb = QRectF(center - width / 2, y, width, std::max(above, 0.0));
    }
}

/// Where the label beside a column is; empty without one.
QRectF beside_box(const PlacedSegment &segment, double width)
{
    if (!segment.beside) return {};
    const QPointF at = segment.beside->at;
    const bool to_the_left = segment.beside->align.testFlag(Qt::AlignRight);
    return {to_the_left ? at.x() - width : at.x(), at.y() - 7, width, 14};
}

} // namespace

AxisRange axis_range(double line, double tallest)
{
    const double target = line > 0 ? 1.35 * line : 1.12 * tallest;
    const double least = line > 0 ? 1.2 * line : 1.02 * tallest;
    if (!(target > 0) || !std::isfinite(target)) return {};
    AxisRange best, whole;
    double best_score = 1e9, whole_score = 1e9;
    const int power = static_cast<int>(std::floor(std::log2(target)));
    for (int k = power - 4; k <= power + 1; ++k)
        for (int n = 3; n <= 5; ++n) {
            const double step = std::exp2(k), top = step * n;
            if (top < least) continue;
            // Four steps make five ticks; other counts only where they come nearer.
            const double score = std::abs(std::log(top / target)) + (n == 4 ? 0 : 0.02);
            if (score < best_score) best = {top, step, n}, best_score = score;
            if (top >= tallest * 1.02 && top <= 2.2 * line && score < whole_score) whole = {top, step, n}, whole_score = score;
        }
    return tallest > best.top && whole_score < 1e9 ? whole : best;
}

std::vector<QLineF> hatch_lines(const QRectF &rect, double period)
{
    std::vector<QLineF> lines;
    if (rect.isEmpty()) return lines;
    const double step = period * std::sqrt(2.0);
    // Each stroke is x + y = c; c on a common grid, so that strokes go on across rectangles.
    const double first = std::ceil((rect.left() + rect.top()) / step) * step;
    for (double c = first; c < rect.right() + rect.bottom(); c += step) {
        const double x0 = std::max(rect.left(), c - rect.bottom()), x1 = std::min(rect.right(), c - rect.top());
        if (x1 > x0) lines.emplace_back(x0, c - x0, x1, c - x1);
    }
    return lines;
}

std::vector<double> spread(const std::vector<std::pair<double, double>> &blocks, double top, double bottom)
{
    std::vector<double> tops;
    double free = top;
    for (const auto &[wished, height] : blocks) {
        tops.push_back(std::max(wished, free));
        free = tops.back() + height;
    }
    for (std::size_t i = blocks.size(); i-- > 0;) {
        tops[i] = std::max(std::min(tops[i], bottom - blocks[i].second), i == 0 ? top : -1e9);
        bottom = tops[i];
    }
    return tops;
}

AxisRange axis_of(const MemoryChartData &data)
{
    double tallest = 0;
    for (const auto &column : data.columns)
        tallest = std::max(tallest, data.numbers.value(std::max(column.total, column.claim.value_or(0))));
    const auto *line = answering(data);
    return axis_range(line ? data.numbers.value(line->usable) : 0, tallest);
}

QString whisker_note(const MemoryChartData &data)
{
    const double top = axis_of(data).top;
    std::optional<double> least, most;
    for (const auto &column : data.columns) {
        if (!has_whisker(column, data.numbers, top)) continue;
        const auto width = half_width(*column.interval, column.total);
        if (!width) continue;
        least = std::min(least.value_or(*width), *width);
        most = std::max(most.value_or(*width), *width);
    }
    if (!least) return {};
    return QCoreApplication::translate("MemoryChart", "whisker: interval %1")
        .arg(half_width_text(*least, *most, data.numbers.locale));
}

double room_for_axis(double usual, const QString &longest)
{
    constexpr double apart = 8; // from the plot
    return std::max(usual, std::ceil(text_width(ui_font(), longest)) + apart + 2);
}

MemoryGeometry lay_out(const MemoryChartData &data, QSizeF size, double pixel, Qt::LayoutDirection direction,
                       std::optional<std::size_t> first)
{
    MemoryGeometry g;
    g.size = size;
    g.pixel = pixel;
    g.axis = axis_of(data);
    const double top = std::round(memory_geometry_top_margin(data, g.axis, size.height()));
    const double left = room_for_axis(memory_geometry_left_margin, data.numbers.axis(g.axis.top));
    g.plot = {left, top, std::max(size.width() - left - right_margin(g, data), 40.0),
              std::max(std::floor(size.height()) - top - memory_geometry_bottom_margin, 20.0)};
    for (int i = 0; i <= g.axis.steps; ++i) {
        const double value = i * g.axis.step;
        g.ticks.push_back({value, snapped(g.y_of(value), pixel), data.numbers.axis(value)});
    }
    place_columns_across(g, data, first);
    for (std::size_t i = 0; i < g.columns.size(); ++i)
        place_column(g, g.columns[i], data.columns[g.first_column + i], data,
                     g.first_center + static_cast<double>(i) * g.column_pitch);
    place_lines(g, data);
    place_labels(g, data);
    if (direction == Qt::RightToLeft) mirror(g);
    return g;
}

std::optional<MemorySpot> MemoryGeometry::spot_at(QPointF point) const
{
    for (const auto &placed : columns)
        for (const auto &segment : placed.segments)
            if (segment.rect.contains(point) || beside_box(segment, beside_width).contains(point)) return segment.spot;
    return std::nullopt;
}

const PlacedColumn *MemoryGeometry::column(const QString &id) const
{
    const auto it = std::ranges::find(columns, id, &PlacedColumn::id);
    return it == columns.end() ? nullptr : &*it;
}

const PlacedColumn *MemoryGeometry::column_at(QPointF point) const
{
    for (const auto &placed : columns)
        if (point.x() >= placed.slot.left() && point.x() <= placed.slot.right()) return &placed;
    return nullptr;
}

} // namespace plimsoll
