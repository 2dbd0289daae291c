// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/hatch.h"
#include "ui/charts/paint.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>

namespace plimsoll {

namespace {

QRectF text_rect(const QPainter &painter, const PlacedText &text)
{
    const QFontMetricsF metrics(painter.font());
    const double width = text_width(painter.font(), text.text), height = metrics.height();
    const double x = text.align.testFlag(Qt::AlignRight)     ? text.at.x() - width
                     : text.align.testFlag(Qt::AlignHCenter) ? text.at.x() - width / 2
                                                             : text.at.x();
    return {x, text.at.y() - height / 2, width, height};
}

/// The bars end at the axis' top; what is squeezed in above the break is filled here.
void paint_stub(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    for (const auto &segment : column.segments)
        if (segment.above_break) painter.fillRect(segment.rect, fill_brush(colors, segment.spot.group, segment.spot.component));
}

void paint_edges(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < column.segments.size(); ++i) {
        const auto &segment = column.segments[i];
        const auto &r = segment.rect;
        if (i + 1 < column.segments.size() && (r.height() >= 4 || column.segments[i + 1].rect.height() >= 4)) {
            // The gap is taken from the taller neighbour, so that a thin one keeps its pixels.
            const bool own = r.height() >= column.segments[i + 1].rect.height();
            painter.fillRect(QRectF(r.left(), own ? r.top() : r.top() - 1, r.width(), 1), colors.paper);
        }
        const auto fill = segment.spot.component ? colors.fill(*segment.spot.component) : colors.fill(segment.spot.group);
        if (!colors.needs_outline(fill) || r.height() < 3) continue;
        painter.setPen(QPen(colors.outline_of(fill), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(r.adjusted(0, 1, -1, -1));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void paint_excess(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    if (colors.appearance.high_contrast) {
        // Patterns stand for groups there: a heavy frame says what is above the line.
        QRectF excess;
        for (const auto &segment : column.segments) excess |= segment.hatched;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colors.text, 4, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        if (!excess.isEmpty()) painter.drawRect(excess.adjusted(0, 0, 0, -2));
        return;
    }
    const QPen stroke(faded(colors.paper, 0.78), 1.7, Qt::SolidLine, Qt::FlatCap);
    for (const auto &segment : column.segments) paint_hatch(painter, segment.hatched.adjusted(0, 0, 0, -1), 6, stroke);
}

void paint_break(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    if (!column.cut) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.paper);
    painter.drawPolygon(column.break_band);
    const auto half = column.break_band.size() / 2;
    painter.setPen(QPen(colors.text, 1.2));
    painter.drawPolyline(column.break_band.constData(), static_cast<int>(half));
    painter.drawPolyline(column.break_band.constData() + half, static_cast<int>(half));
}

constexpr double sliver = 8; // of a hatch, too narrow to be read as one

/// Plain ground under the label of a patterned or hatched segment; slivers between its parts go.
void paint_plates(QPainter &painter, const PlacedSegment &segment, const QColor &ground, bool patterned)
{
    std::optional<QRectF> before;
    for (const auto *text : {&segment.name, &segment.value}) {
        if (!*text) continue;
        const auto where = text_rect(painter, **text);
        if (!patterned && !segment.hatched.intersects(where)) continue;
        QRectF plate = where.adjusted(-3, 0, 3, 0);
        const bool beside = before && before->center().y() == plate.center().y();
        if (beside && plate.left() - before->right() < sliver) plate.setLeft(before->right());
        painter.fillRect(plate & segment.rect.adjusted(1, 1, -1, -1), ground);
        before = plate;
    }
}

void paint_segment_labels(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    painter.setFont(ui_font());
    const bool patterned = colors.appearance.high_contrast;
    for (const auto &segment : column.segments) {
        const auto fill = segment.spot.component ? colors.fill(*segment.spot.component) : colors.fill(segment.spot.group);
        paint_plates(painter, segment, patterned ? colors.paper : fill, patterned);
        painter.setPen(patterned ? colors.text : colors.ink_on(fill));
        for (const auto *text : {&segment.name, &segment.value})
            if (*text) paint_text(painter, **text);
    }
}

void paint_beside(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    painter.setFont(ui_font());
    for (const auto &segment : column.segments) {
        if (!segment.beside) continue;
        painter.setPen(QPen(colors.muted, 1));
        painter.drawPolyline(segment.leader);
        painter.fillRect(text_rect(painter, *segment.beside), colors.paper); // the grid goes on behind it
        painter.setPen(colors.text);
        paint_text(painter, *segment.beside);
    }
}

void paint_whisker(QPainter &painter, const PlacedWhisker &whisker, const Palette &colors)
{
    painter.setPen(QPen(colors.text, 1));
    const double x = std::round(whisker.x) + 0.5;
    const double low = std::round(whisker.low) + 0.5, high = std::round(whisker.high) + 0.5;
    painter.drawLine(QPointF(x, low), QPointF(x, high));
    painter.drawLine(QPointF(x - 3, low), QPointF(x + 3, low));
    if (!whisker.open) painter.drawLine(QPointF(x - 3, high), QPointF(x + 3, high));
}

void paint_column_texts(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    painter.setFont(ui_font(TextSize::body, true));
    painter.setPen(colors.text);
    paint_text(painter, column.total);
    if (column.note) {
        painter.setFont(ui_font());
        painter.setPen(colors.muted);
        paint_text(painter, *column.note);
    }
    if (column.whisker) paint_whisker(painter, *column.whisker, colors);
}

/// Behind the column: outlined where it is taller, a dash across the column and beyond it where it is not.
void paint_rule_of_thumb(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    if (!column.rule_of_thumb) return;
    const auto &r = *column.rule_of_thumb;
    painter.setBrush(Qt::NoBrush);
    const QPolygonF outline{{r.bottomLeft(), r.topLeft(), r.topRight(), r.bottomRight()}};
    QPen dashed(colors.text, 1.2);
    dashed.setDashPattern({4, 3});
    for (const auto &pen : {QPen(faded(colors.paper, 0.7), 3), dashed}) {
        painter.setPen(pen);
        painter.drawPolyline(outline);
    }
}

/// What an engine takes and the load leaves empty: an outline on the column; a dash across it where it takes less.
void paint_claim(QPainter &painter, const PlacedColumn &column, const Palette &colors)
{
    if (!column.claim) return;
    const QRectF &r = *column.claim;
    painter.setBrush(Qt::NoBrush);
    const QPolygonF outline{{r.bottomLeft(), r.topLeft(), r.topRight(), r.bottomRight()}};
    for (const auto &pen : {QPen(faded(colors.paper, 0.7), 3), QPen(colors.muted, 1.2)}) {
        painter.setPen(pen);
        painter.drawPolyline(outline);
    }
}

void paint_reserve(QPainter &painter, const PlacedLine &line, const Palette &colors)
{
    if (line.reserve.height() < 1) return;
    const auto &r = line.reserve;
    if (r.height() >= 3) paint_hatch(painter, r, 2.8, QPen(faded(colors.muted, 0.6), 0.8));
    QPen dashed(colors.muted, 1);
    dashed.setDashPattern({3, 2});
    painter.setPen(dashed);
    painter.drawLine(QPointF(r.left(), std::round(r.top()) + 0.5), QPointF(r.right(), std::round(r.top()) + 0.5));
}

void paint_line(QPainter &painter, const MemoryGeometry &g, const PlacedLine &line, const Palette &colors)
{
    if (line.above_axis) {
        painter.setFont(ui_font());
        painter.setPen(colors.muted);
        paint_text(painter, line.title);
        return;
    }
    paint_load_line(painter, g.plot.left(), g.plot.right() - 1, line.y, colors);
    const double outward = g.mirrored ? -1 : 1;
    const QPointF mark((g.mirrored ? g.plot.left() : g.plot.right()) + 8 * outward, line.y);
    paint_mark(painter, mark, colors);
    if (std::abs(line.title.at.y() - line.y) > 3) {
        painter.setPen(QPen(colors.muted, 1));
        painter.drawLine(mark + QPointF(9 * outward, 0), line.title.at - QPointF(3 * outward, 0));
    }
    painter.setFont(ui_font(TextSize::caption, true));
    painter.setPen(colors.text);
    paint_text(painter, line.title);
    if (line.detail.text.isEmpty()) return;
    painter.setFont(ui_font());
    painter.setPen(colors.muted);
    paint_text(painter, line.detail);
}

void paint_mark_of_segment(QPainter &painter, const MemoryGeometry &g, const MemorySpot &spot, bool strong, const Palette &colors)
{
    for (const auto &column : g.columns)
        for (const auto &segment : column.segments) {
            const bool same = segment.spot == spot || (segment.spot.column == spot.column && segment.spot.group == spot.group &&
                                                       (!spot.component || !segment.spot.component));
            if (!same || segment.rect.height() < 2) continue;
            const auto fill = segment.spot.component ? colors.fill(*segment.spot.component) : colors.fill(segment.spot.group);
            painter.setBrush(Qt::NoBrush);
            const auto ring = segment.rect.adjusted(0.75, 1.25, -0.75, -0.75);
            painter.setPen(QPen(strong ? colors.text : mixed(fill, colors.ink_on(fill), 0.6), strong ? 2 : 1));
            painter.drawRect(strong ? segment.rect.adjusted(-1, -1, 1, 1) : ring);
            if (strong) {
                painter.setPen(QPen(colors.paper, 1));
                painter.drawRect(segment.rect.adjusted(0.5, 0.5, -0.5, -0.5));
            }
        }
}

} // namespace

QBrush fill_brush(const Palette &colors, Group group, std::optional<Component> component)
{
    if (!colors.appearance.high_contrast) return component ? colors.fill(*component) : colors.fill(group);
    static constexpr std::array<Qt::BrushStyle, group_count> patterns{Qt::Dense4Pattern, Qt::HorPattern,       Qt::BDiagPattern,
                                                                      Qt::Dense2Pattern, Qt::FDiagPattern,     Qt::CrossPattern,
                                                                      Qt::VerPattern,    Qt::DiagCrossPattern, Qt::Dense6Pattern};
    return {colors.text, patterns[static_cast<std::size_t>(group)]};
}

void paint_text(QPainter &painter, const PlacedText &text)
{
    const auto rect = text_rect(painter, text);
    // A chart has no direction of its own: "+97.0 GiB" is not turned round where the window is right to left.
    const Qt::LayoutDirection before = painter.layoutDirection();
    painter.setLayoutDirection(text.text.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight);
    painter.drawText(QPointF(rect.left(), rect.top() + QFontMetricsF(painter.font()).ascent()), text.text);
    painter.setLayoutDirection(before);
}

namespace {

/// A smooth line goes through Qt's rasterizer, pixel by pixel; one along an axis is a rectangle, which needs none of that.
void fill_line(QPainter &painter, const QRectF &line)
{
    const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(line, painter.pen().color());
    painter.setRenderHint(QPainter::Antialiasing, smooth);
}

} // namespace

void paint_upright(QPainter &painter, double x, double top, double bottom)
{
    const double width = painter.pen().widthF();
    fill_line(painter, {x - width / 2, top, width, bottom - top});
}

void paint_level(QPainter &painter, double left, double right, double y)
{
    const double width = painter.pen().widthF();
    fill_line(painter, {left, y - width / 2, right - left, width});
}

void paint_load_line(QPainter &painter, double left, double right, double y, const Palette &colors)
{
    painter.setPen(QPen(faded(colors.paper, 0.6), 4.5, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
    painter.setPen(QPen(colors.text, 1.5, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(left, y), QPointF(right, y));
}

void paint_mark(QPainter &painter, QPointF center, const Palette &colors)
{
    painter.setPen(QPen(colors.text, 1.5, Qt::SolidLine, Qt::FlatCap));
    painter.setBrush(colors.paper);
    painter.drawEllipse(center, 6, 6);
    painter.drawLine(center - QPointF(10, 0), center + QPointF(10, 0));
}

void paint_reading(QPainter &painter, const QString &text, double x, const QRectF &plot, double top, const Palette &colors)
{
    painter.setFont(ui_font());
    const double width = text_width(painter.font(), text) + 10;
    const double left = std::clamp(x - width / 2, plot.left(), std::max(plot.right() - width, plot.left()));
    const QRectF box(left, top, width, 18);
    painter.setBrush(colors.paper);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRect(box);
    painter.setPen(colors.text);
    paint_text(painter, {text, {left + 5, box.center().y()}, Qt::AlignLeft});
}

void paint_memory_grid(QPainter &painter, const MemoryGeometry &g, const Palette &colors)
{
    painter.save();
    painter.setPen(QPen(colors.grid, 1));
    for (const auto &tick : g.ticks) painter.drawLine(QPointF(g.plot.left(), tick.y), QPointF(g.plot.right(), tick.y));
    painter.restore();
}

void paint_memory_overlay(QPainter &painter, const MemoryGeometry &g, const Palette &colors, const MemoryMarks &marks)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const auto &column : g.columns) {
        paint_stub(painter, column, colors);
        paint_edges(painter, column, colors);
        paint_excess(painter, column, colors);
        paint_break(painter, column, colors);
    }
    for (const auto &line : g.lines) paint_reserve(painter, line, colors);
    for (const auto &line : g.lines) paint_line(painter, g, line, colors);
    for (const auto &column : g.columns) {
        paint_claim(painter, column, colors);
        paint_rule_of_thumb(painter, column, colors);
        paint_segment_labels(painter, column, colors);
        paint_beside(painter, column, colors);
        paint_column_texts(painter, column, colors);
    }
    painter.setFont(ui_font());
    painter.setPen(colors.muted);
    for (const auto &tick : g.ticks)
        paint_text(painter, g.mirrored ? PlacedText{tick.label, {g.plot.right() + 7, tick.y}, Qt::AlignLeft}
                                       : PlacedText{tick.label, {g.plot.left() - 7, tick.y}, Qt::AlignRight});
    for (const auto &note : g.notes) paint_text(painter, note);
    if (marks.hovered && marks.hovered != marks.selected) paint_mark_of_segment(painter, g, *marks.hovered, false, colors);
    if (marks.selected) paint_mark_of_segment(painter, g, *marks.selected, marks.focus, colors);
    painter.restore();
}

} // namespace plimsoll
