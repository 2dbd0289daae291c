// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/hatch.h"
#include "ui/charts/paint.h"
#include "ui/charts/sweep_chart.h"
#include "ui/document/text.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <functional>

namespace plimsoll {

namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct SweepPaintWords {
    Q_DECLARE_TR_FUNCTIONS(Sweep)
};

double y_within(const SweepGeometry &g, double units) { return std::max(g.y_of(units), g.plot.top() - 40); }

/// A text on a plate of the paper, so that no line runs through it.
void paint_plated(QPainter &painter, const PlacedText &text, const Palette &colors)
{
    const double width = text_width(painter.font(), text.text);
    const double left = text.align & Qt::AlignRight     ? text.at.x() - width
                        : text.align & Qt::AlignHCenter ? text.at.x() - width / 2
                                                        : text.at.x();
    painter.fillRect(QRectF(left - 3, text.at.y() - 7, width + 6, 14), colors.paper);
    painter.setPen(colors.text);
    paint_text(painter, text);
}

void paint_axes(QPainter &painter, const SweepGeometry &g, const SweepData &data, const Palette &colors)
{
    painter.setFont(ui_font());
    painter.setPen(colors.muted);
    for (const PlacedText &label : g.x_labels) paint_text(painter, label);
    for (const PlacedText &label : g.y_labels) paint_text(painter, label);
    const SweepScale &x = data.scales[0];
    const QString across = x.unit.isEmpty() ? x.title : x.title + QStringLiteral(", ") + x.unit;
    const QString right = data.grid() ? SweepPaintWords::tr("%1 on the device").arg(data.numbers.unit_name()) : QString();
    const TextWidths widths(ui_font());
    const bool both = widths(across) + 12 + widths(right) <= g.plot.width(); // else the answer above says what the figures are
    paint_text(painter,
               {widths.elided(across, g.size.width() - g.plot.left() - 4), {g.plot.left(), g.plot.bottom() + 29}, Qt::AlignLeft});
    paint_text(painter, {data.grid() ? data.scales[1].title : data.numbers.unit_name(), {16, g.plot.top() - 17}, Qt::AlignLeft});
    if (data.grid() && both) paint_text(painter, {right, {g.plot.right(), g.plot.bottom() + 29}, Qt::AlignRight});
}

QPolygonF curve(const SweepGeometry &g, const SweepData &data, const std::function<Bytes(const SweepCell &)> &bytes)
{
    QPolygonF out;
    for (std::size_t i = 0; i < data.cells.size(); ++i)
        if (data.cells[i].problem.isEmpty()) out << QPointF(g.x[i], y_within(g, data.numbers.value(bytes(data.cells[i]))));
    return out;
}

/// The interval: a tint, in high contrast strokes between two lines.
void paint_band(QPainter &painter, const QPolygonF &band, const Palette &colors)
{
    if (!colors.appearance.high_contrast) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.held);
        painter.drawPolygon(band);
        return;
    }
    painter.save();
    QPainterPath inside;
    inside.addPolygon(band);
    painter.setClipPath(inside, Qt::IntersectClip);
    paint_hatch(painter, band.boundingRect(), 6, QPen(colors.text, 1));
    painter.restore();
    painter.setPen(QPen(colors.text, 1));
    const qsizetype half = band.size() / 2; // the way there, and the way back
    painter.drawPolyline(band.constData(), static_cast<int>(half));
    painter.drawPolyline(band.constData() + half, static_cast<int>(band.size() - half));
}

void paint_curve(QPainter &painter, const SweepGeometry &g, const SweepData &data, const Palette &colors)
{
    painter.setPen(QPen(colors.grid, 1));
    for (int i = 0; i <= g.axis.steps; ++i) {
        const double y = std::round(g.y_of(g.axis.step * i)) + 0.5;
        painter.drawLine(QPointF(g.plot.left(), y), QPointF(g.plot.right(), y));
    }
    painter.save();
    painter.setClipRect(g.plot.adjusted(-3, -3, 3, 0));
    QPolygonF band = curve(g, data, [](const SweepCell &cell) { return cell.interval.high; });
    const QPolygonF low = curve(g, data, [](const SweepCell &cell) { return cell.interval.low; });
    for (auto it = low.crbegin(); it != low.crend(); ++it) band << *it;
    paint_band(painter, band, colors);
    const QPolygonF line = curve(g, data, [](const SweepCell &cell) { return cell.need; });
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.appearance.high_contrast ? colors.text : colors.fill(Group::weights), 2));
    painter.drawPolyline(line);
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    for (const QPointF &point : line) painter.drawEllipse(point, 2.5, 2.5);
    painter.restore();
}

constexpr double line_row = 15;  ///< height of a line's label
constexpr double below_plot = 5; ///< as far as they may go: then the values of the axis begin

struct LineLabel {
    std::size_t line;
    double y;
};

void paint_lines(QPainter &painter, const SweepGeometry &g, const SweepData &data, const Palette &colors)
{
    std::vector<LineLabel> shown;
    const auto most =
        static_cast<std::size_t>((g.plot.bottom() + below_plot) / line_row); // the others have no room for their names
    for (std::size_t i = 0; i < std::min(most, data.lines.size()); ++i) {
        const double value = data.numbers.value(data.lines[i].usable);
        const bool above = value > g.axis.top * 1.02;
        const double y = above ? g.plot.top() - 9 : std::round(g.y_of(value));
        shown.push_back({i, y});
        if (above) continue;
        paint_load_line(painter, g.plot.left(), g.plot.right(), y, colors);
        paint_mark(painter, {g.plot.right() + 10, y}, colors);
    }
    std::ranges::stable_sort(shown, {}, &LineLabel::y);
    std::vector<std::pair<double, double>> wishes;
    for (const LineLabel &label : shown) wishes.emplace_back(label.y - 7, line_row);
    const auto tops = spread(wishes, 0, g.plot.bottom() + below_plot);
    for (std::size_t k = 0; k < shown.size(); ++k) {
        const LoadLine &line = data.lines[shown[k].line];
        const bool above = data.numbers.value(line.usable) > g.axis.top * 1.02;
        painter.setFont(ui_font(TextSize::caption, !above));
        painter.setPen(above ? colors.muted : colors.text);
        const double left = g.plot.right() + 24;
        const QString title = above ? QStringLiteral("↑ ") + qt(line.title) : qt(line.title);
        paint_text(painter,
                   {TextWidths(painter.font()).elided(title, g.size.width() - left - 2), {left, tops[k] + 7}, Qt::AlignLeft});
    }
}

struct Limit {
    double x = 0, top = 0;
    QString text;
};

/// Where each card ends, as far as the plot shows it.
std::vector<Limit> limits_of(const SweepGeometry &g, const SweepData &data)
{
    constexpr std::size_t most = 8; // of a hundred nobody finds the one that is meant
    std::vector<Limit> limits;
    for (std::size_t i = 0; i < std::min({data.limits.size(), data.lines.size(), most}); ++i) {
        const auto x = data.limits[i] ? x_of(g, data.scales[0], static_cast<double>(*data.limits[i])) : std::nullopt;
        if (!x) continue;
        limits.push_back({*x, std::max(g.y_of(data.numbers.value(data.lines[i].usable)), g.plot.top()),
                          SweepPaintWords::tr("fits up to %1").arg(data.numbers.count(*data.limits[i]))});
    }
    return limits;
}

/// A drop line from each load line to the axis, with the exact value; no line runs through another one's value.
void paint_limits(QPainter &painter, const SweepGeometry &g, const SweepData &data, const Palette &colors)
{
    constexpr double row = 16;
    const std::vector<Limit> limits = limits_of(g, data);
    QPen dashed(colors.text, 1);
    dashed.setDashPattern({4, 3});
    painter.setPen(dashed);
    for (const Limit &one : limits) painter.drawLine(QPointF(one.x, one.top), QPointF(one.x, g.plot.bottom()));
    painter.setFont(ui_font(TextSize::caption, true));
    std::vector<QRectF> taken; // labels stand side by side where they can, else above one another
    for (const auto &[x, top, text] : limits) {
        const double width = text_width(painter.font(), text);
        const bool left = x + 10 + width > g.plot.right();
        QRectF place(left ? x - 10 - width : x, g.plot.bottom() - 10 - row / 2, width + 10, row);
        while (std::ranges::any_of(taken, [&](const QRectF &other) { return other.intersects(place); })) place.translate(0, -row);
        taken.push_back(place);
        const double beside = left ? x - 6 : x + 6;
        paint_plated(painter, {text, {beside, place.center().y()}, left ? Qt::AlignRight : Qt::AlignLeft}, colors);
    }
}

void paint_now(QPainter &painter, const SweepGeometry &g, const SweepData &data, const Palette &colors)
{
    const auto now = data.now();
    if (!now || *now >= data.cells.size() || !data.cells[*now].problem.isEmpty()) return;
    painter.setBrush(colors.paper);
    painter.setPen(QPen(colors.text, 2));
    if (data.grid()) {
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(g.cells[*now].adjusted(2, 2, -2, -2));
        return;
    }
    const QPointF at(g.x[*now], g.y_of(data.numbers.value(data.cells[*now].need)));
    if (at.y() < g.plot.top()) return;
    painter.drawEllipse(at, 4.5, 4.5);
    painter.setFont(ui_font());
    const QString text = SweepPaintWords::tr("now %1").arg(data.numbers.brief_with_unit(data.cells[*now].need));
    const bool left = at.x() + 12 + text_width(painter.font(), text) > g.plot.right();
    paint_plated(painter, {text, {left ? at.x() - 10 : at.x() + 10, at.y() + 13}, left ? Qt::AlignRight : Qt::AlignLeft}, colors);
}

/// Beyond the line of the card that the answer speaks of a cell is hatched.
void paint_cell(QPainter &painter, const QRectF &rect, const SweepCell &cell, const SweepData &data, double line,
                const Palette &colors)
{
    const QRectF inner = rect.adjusted(0.5, 0.5, -0.5, -0.5);
    if (!cell.problem.isEmpty()) {
        painter.fillRect(inner, colors.window);
        painter.setPen(colors.muted);
        paint_text(painter, {QString(QChar(0x2013)), rect.center(), Qt::AlignHCenter});
        return;
    }
    const bool plain = colors.appearance.high_contrast;
    const QColor fill = plain ? colors.paper : sweep_fill(colors, data.numbers.value(cell.need) / std::max(line, 1e-9));
    painter.fillRect(inner, fill);
    if (plain) {
        painter.setPen(QPen(colors.grid, 1));
        painter.drawRect(inner);
    }
    const bool over = !cell.fits.empty() && cell.fits.front() != Fits::yes;
    if (over) paint_hatch(painter, inner, 6, QPen(plain ? colors.text : faded(colors.paper, 0.55), 1.2));
    const QString text = data.numbers.brief(cell.need);
    const double width = text_width(painter.font(), text);
    if (rect.height() < 15 || width + 6 > rect.width()) return;
    if (over) painter.fillRect(QRectF(rect.center().x() - width / 2 - 2, rect.center().y() - 7, width + 4, 14), fill);
    painter.setPen(plain ? colors.text : colors.ink_on(fill));
    paint_text(painter, {text, rect.center(), Qt::AlignHCenter});
}

void paint_grid(QPainter &painter, const SweepGeometry &g, const SweepData &data, const Palette &colors)
{
    double line = 0;
    for (const SweepCell &cell : data.cells) line = std::max(line, data.numbers.value(cell.need));
    if (!data.lines.empty()) line = data.numbers.value(data.lines.front().usable);
    painter.setFont(ui_font());
    for (std::size_t i = 0; i < g.cells.size(); ++i) paint_cell(painter, g.cells[i], data.cells[i], data, line, colors);
    double y = g.plot.top() + 8;
    for (std::size_t i = 0; i < g.contours.size() && y < g.plot.bottom(); ++i) {
        QPen pen(colors.text, i == 0 ? 2.5 : 1.5, i == 0 ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap);
        for (const QPen &one : {QPen(faded(colors.paper, 0.8), 5), pen}) {
            painter.setPen(one);
            for (const QLineF &edge : g.contours[i]) painter.drawLine(edge);
            if (one.color() == colors.text) painter.drawLine(QPointF(g.plot.right() + 6, y), QPointF(g.plot.right() + 22, y));
        }
        painter.setFont(ui_font(TextSize::caption, i == 0));
        const double left = g.plot.right() + 28;
        const QString title = TextWidths(painter.font()).elided(qt(data.lines[i].title), g.size.width() - left - 2);
        paint_text(painter, {title, {left, y}, Qt::AlignLeft});
        y += 17;
    }
}

void paint_cursor(QPainter &painter, const SweepGeometry &g, const SweepData &data, std::size_t index, const Palette &colors)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.link, 2));
    if (data.grid()) return painter.drawRect(g.cells[index].adjusted(1, 1, -1, -1));
    painter.setPen(QPen(colors.text, 1));
    const double x = std::round(g.x[index]) + 0.5;
    painter.drawLine(QPointF(x, g.plot.top()), QPointF(x, g.plot.bottom()));
}

} // namespace

QColor sweep_fill(const Palette &colors, double share)
{
    const double within = std::clamp(share, 0.0, 1.0);
    return mixed(colors.paper, colors.fill(Group::weights), 0.08 + 0.92 * within * within);
}

void paint_sweep(QPainter &painter, const SweepGeometry &g, const SweepData &data, const Palette &colors,
                 std::optional<std::size_t> cursor)
{
    if (data.scales.empty() || data.cells.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    paint_axes(painter, g, data, colors);
    if (data.grid()) {
        paint_grid(painter, g, data, colors);
    } else {
        paint_curve(painter, g, data, colors);
        paint_lines(painter, g, data, colors);
        paint_limits(painter, g, data, colors);
    }
    paint_now(painter, g, data, colors);
    if (cursor && *cursor < data.cells.size()) paint_cursor(painter, g, data, *cursor, colors);
    painter.restore();
}

} // namespace plimsoll
