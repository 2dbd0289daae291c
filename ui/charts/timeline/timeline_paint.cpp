// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/hatch.h"
#include "ui/charts/paint.h"
#include "ui/charts/timeline/timeline_measured.h"
#include "ui/charts/timeline/timeline_paint.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QLineF>
#include <QList>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

/// Step outline of one band, left to right.
QPolygonF steps(const TimelineGeometry &g, const std::vector<double> &tops)
{
    QPolygonF line;
    line.reserve(static_cast<qsizetype>(tops.size() * 2));
    for (std::size_t i = 0; i < tops.size(); ++i) {
        // Level neighbours need no corner between them.
        if (i > 0 && tops[i] == tops[i - 1]) {
            line.back().setX(g.samples[i].x1);
            continue;
        }
        line << QPointF(g.samples[i].x0, tops[i]) << QPointF(g.samples[i].x1, tops[i]);
    }
    return line;
}

/// What all bands come to: its level parts, and its rises where there is room between them. Those of operations narrower than
/// that would cover what they outline.
QList<QLineF> outline(const QPolygonF &top)
{
    constexpr double room = 3;
    QList<QLineF> lines;
    const auto width = [&](qsizetype i) { return top[i + 1].x() - top[i].x(); };
    for (qsizetype i = 0; i + 1 < top.size(); i += 2) {
        lines.append(QLineF(top[i], top[i + 1]));
        if (i > 0 && std::min(width(i - 2), width(i)) >= room) lines.append(QLineF(top[i - 1], top[i]));
    }
    return lines;
}

/// A part of a band as its outline follows it.
struct OutlinedPart {
    double x0, x1, top, bottom;
    [[nodiscard]] bool there() const { return bottom > top; }
};

/// The samples of a band; of those too narrow for an outline of their own several as one, which goes round them all.
std::vector<OutlinedPart> parts_to_outline(const TimelineGeometry &g, std::size_t band)
{
    constexpr double narrow = 3, together = 10;
    std::vector<OutlinedPart> parts;
    bool open = false; // the last one takes further samples
    for (std::size_t i = 0; i < g.samples.size(); ++i) {
        const TimelineSample &sample = g.samples[i];
        const OutlinedPart own{sample.x0, sample.x1, g.bands[band].tops[i],
                               band == 0 ? g.plot.bottom() : g.bands[band - 1].tops[i]};
        const bool thin = sample.x1 - sample.x0 < narrow;
        if (!open || !thin) {
            parts.push_back(own);
            open = thin;
            continue;
        }
        OutlinedPart &last = parts.back();
        if (own.there())
            last = last.there() ? OutlinedPart{last.x0, own.x1, std::min(last.top, own.top), std::max(last.bottom, own.bottom)}
                                : OutlinedPart{last.x0, own.x1, own.top, own.bottom};
        last.x1 = own.x1;
        open = last.x1 - last.x0 < together;
    }
    return parts;
}

/// Outlines a group wherever it is there at all.
void paint_selected(QPainter &painter, const TimelineGeometry &g, Group group, const Palette &colors)
{
    painter.setPen(QPen(colors.text, 2));
    painter.setBrush(Qt::NoBrush);
    for (std::size_t b = 0; b < g.bands.size(); ++b) {
        if (g.bands[b].group != group) continue;
        const std::vector<OutlinedPart> parts = parts_to_outline(g, b);
        for (std::size_t i = 0; i < parts.size();) {
            QPolygonF top, bottom;
            for (; i < parts.size() && parts[i].there(); ++i) {
                top << QPointF(parts[i].x0, parts[i].top) << QPointF(parts[i].x1, parts[i].top);
                bottom << QPointF(parts[i].x0, parts[i].bottom) << QPointF(parts[i].x1, parts[i].bottom);
            }
            if (top.isEmpty() && ++i) continue;
            std::ranges::reverse(bottom);
            painter.drawPolygon(top + bottom);
        }
    }
}

void paint_frame(QPainter &painter, const TimelineGeometry &g, const Palette &colors)
{
    painter.setPen(QPen(colors.grid, 1));
    for (const auto &tick : g.ticks) paint_level(painter, g.plot.left(), g.plot.right(), std::round(tick.y) + 0.5);
    if (g.held_y) {
        painter.fillRect(QRectF(g.plot.left(), *g.held_y, g.plot.width(), g.plot.bottom() - *g.held_y), colors.held);
        painter.setPen(QPen(colors.border, 1));
        paint_level(painter, g.plot.left(), g.plot.right(), std::round(*g.held_y) + 0.5);
    }
}

/// Hatched: it is no part of what the trainer allocates.
void paint_engine(QPainter &painter, const TimelineGeometry &g, const Palette &colors)
{
    constexpr double period = 6;
    for (const QRectF &part : g.engine) {
        paint_hatch(painter, part, period, QPen(colors.muted, 1));
        painter.setPen(QPen(colors.outline, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(part);
    }
    if (!g.engine_label) return;
    painter.setFont(ui_font());
    const double width = text_width(painter.font(), g.engine_label->text) + 6;
    painter.fillRect(QRectF(g.engine_label->at.x() - width / 2, g.engine_label->at.y() - 8, width, 16), colors.paper);
    painter.setPen(colors.text);
    paint_text(painter, *g.engine_label);
}

/// Where a label stands that a phase's line would run through: a line at x is left out there.
struct Opening {
    double left, right, y;
};

std::vector<Opening> openings(const TimelineGeometry &g)
{
    std::vector<Opening> out;
    const auto leave = [&](const PlacedText &text, const QFont &font) {
        const double width = text_width(font, text.text);
        const double left = text.align.testFlag(Qt::AlignRight) ? text.at.x() - width : text.at.x();
        out.push_back({left - 3, left + width + 3, text.at.y()});
    };
    if (g.peak_at) leave(g.peak_label, ui_font(TextSize::caption, true));
    if (g.held_label) leave(*g.held_label, ui_font());
    return out;
}

/// An upright line from top to bottom, open where a label stands.
void paint_open_upright(QPainter &painter, double x, double top, double bottom, std::vector<Opening> open)
{
    constexpr double half = 8;
    std::erase_if(open, [&](const Opening &one) { return x < one.left || x > one.right; });
    std::ranges::sort(open, {}, &Opening::y);
    for (const Opening &one : open) {
        if (one.y - half > top) paint_upright(painter, x, top, one.y - half);
        top = std::max(top, one.y + half);
    }
    if (bottom > top) paint_upright(painter, x, top, bottom);
}

void paint_phases(QPainter &painter, const TimelineGeometry &g, const Palette &colors)
{
    const std::vector<Opening> open = openings(g);
    painter.setFont(ui_font());
    for (std::size_t i = 0; i < g.phases.size(); ++i) {
        const auto &phase = g.phases[i];
        painter.fillRect(QRectF(phase.x0, g.phase_bar - 1.5, phase.x1 - phase.x0, 3), colors.muted);
        if (i > 0) {
            const double top = phase.upper_row || g.phases[i - 1].upper_row ? g.phase_bar - 18 : g.phase_bar - 14;
            painter.setPen(QPen(faded(colors.muted, 0.55), 1, Qt::SolidLine, Qt::FlatCap));
            paint_open_upright(painter, std::round(phase.x0) + 0.5, top, g.plot.bottom(), open);
        }
        if (!phase.name) continue;
        if (phase.upper_row) {
            painter.setPen(QPen(colors.muted, 1));
            const double x = std::round((phase.x0 + phase.x1) / 2) + 0.5;
            paint_upright(painter, x, g.phase_bar - 18, g.phase_bar);
        }
        painter.setPen(colors.text);
        paint_text(painter, *phase.name);
    }
}

void paint_lines(QPainter &painter, const TimelineGeometry &g, const Palette &colors)
{
    for (const auto &line : g.lines) {
        painter.setFont(ui_font(TextSize::caption, !line.above_axis));
        if (!line.above_axis) {
            paint_load_line(painter, g.plot.left(), g.plot.right(), line.y, colors);
            const QPointF mark(g.plot.right() + 10, line.y);
            paint_mark(painter, mark, colors);
            painter.setPen(QPen(colors.muted, 1));
            if (std::abs(line.title.at.y() - line.y) > 3) painter.drawLine(mark + QPointF(9, 0), line.title.at - QPointF(3, 0));
        }
        painter.setPen(line.above_axis ? colors.muted : colors.text);
        paint_text(painter, line.title);
    }
}

void paint_peak(QPainter &painter, const TimelineGeometry &g, const Palette &colors)
{
    if (!g.peak_at) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.text);
    const auto &p = *g.peak_at;
    painter.drawPolygon(QPolygonF{{p - QPointF(0, 1), p - QPointF(4.5, 7.5), p - QPointF(-4.5, 7.5)}});
    painter.setFont(ui_font(TextSize::caption, true));
    painter.setPen(colors.text);
    paint_text(painter, g.peak_label);
}

} // namespace

void paint_timeline_areas(QPainter &painter, const TimelineGeometry &g, const Palette &colors)
{
    if (g.samples.empty()) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    const double left = g.samples.front().x0, right = g.samples.back().x1;
    QPolygonF lower{{QPointF(left, g.plot.bottom()), QPointF(right, g.plot.bottom())}};
    for (const auto &band : g.bands) {
        auto upper = steps(g, band.tops);
        QPolygonF area = upper;
        for (auto it = lower.crbegin(); it != lower.crend(); ++it) area << *it;
        painter.setBrush(fill_brush(colors, band.group, band.component));
        if (upper != lower) painter.drawPolygon(area);
        if (colors.appearance.high_contrast) {
            painter.setPen(QPen(colors.text, 1));
            painter.drawPolyline(upper);
            painter.setPen(Qt::NoPen);
        }
        lower = std::move(upper);
    }
    painter.setPen(QPen(colors.text, 1));
    painter.setBrush(Qt::NoBrush);
    if (!g.bands.empty()) painter.drawLines(outline(lower));
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void paint_timeline(QPainter &painter, const TimelineGeometry &g, const Palette &colors, const std::optional<Group> &selected)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    paint_frame(painter, g, colors);
    paint_timeline_areas(painter, g, colors);
    paint_engine(painter, g, colors);
    if (selected) paint_selected(painter, g, *selected, colors);
    paint_measured(painter, g, colors);
    paint_phases(painter, g, colors);
    paint_lines(painter, g, colors);
    painter.setFont(ui_font());
    for (const auto &band : g.bands) {
        if (!band.label) continue;
        const auto fill = band.component ? colors.fill(*band.component) : colors.fill(band.group);
        const bool patterned = colors.appearance.high_contrast;
        if (patterned) {
            painter.fillRect(
                QRectF(band.label->at.x() - 3, band.label->at.y() - 8, text_width(painter.font(), band.label->text) + 6, 16),
                colors.paper);
        }
        painter.setPen(patterned ? colors.text : colors.ink_on(fill));
        paint_text(painter, *band.label);
    }
    painter.setPen(colors.muted);
    for (const auto &tick : g.ticks) paint_text(painter, {tick.label, {g.plot.left() - 8, tick.y}, Qt::AlignRight});
    if (g.held_label) paint_text(painter, *g.held_label);
    for (const auto &name : g.operations) paint_text(painter, name);
    for (const double x : g.operation_ticks) painter.drawLine(QPointF(x, g.plot.bottom()), QPointF(x, g.plot.bottom() + 4));
    if (!g.caption.text.isEmpty()) paint_text(painter, g.caption);
    if (g.unit) paint_text(painter, *g.unit);
    paint_peak(painter, g, colors);
    painter.restore();
}

void paint_timeline_cursor(QPainter &painter, const TimelineGeometry &g, const TimelineData &data, std::size_t index,
                           const Palette &colors)
{
    const double x = std::round(g.middle_of(index)) + 0.5;
    if (x < g.plot.left() || x > g.plot.right() || !data.points || index >= data.points->size()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(faded(colors.paper, 0.6), 3, Qt::SolidLine, Qt::FlatCap));
    paint_upright(painter, x, g.phase_bar, g.plot.bottom());
    painter.setPen(QPen(colors.text, 1));
    paint_upright(painter, x, g.phase_bar, g.plot.bottom());
    const auto &point = (*data.points)[index];
    const auto text = data.numbers.brief_with_unit(point.allocated) + QStringLiteral(" · ") + moment_of(point);
    const QRectF room = reading_room(g, text);
    paint_reading(painter, text, x, room, room.top(), colors);
    painter.restore();
}

QRectF reading_room(const TimelineGeometry &g, const QString &text)
{
    constexpr double half = 9, gap = 10;
    QRectF room(g.plot.left(), g.caption.at.y() - half, g.plot.width(), 2 * half);
    const double after = g.caption.at.x() + text_width(ui_font(), g.caption.text) + gap;
    if (room.right() - after >= text_width(ui_font(), text) + gap) room.setLeft(after);
    return room;
}

void paint_overview(QPainter &painter, const QRectF &where, const TimelineGeometry &whole, const TimelineGeometry &shown,
                    const Palette &colors)
{
    painter.save();
    painter.translate(where.topLeft());
    if (whole.held_y) painter.fillRect(QRectF(0, *whole.held_y, where.width(), where.height() - *whole.held_y), colors.held);
    paint_timeline_areas(painter, whole, colors);
    const double x0 = std::floor(whole.x_of(shown.first)), x1 = std::ceil(whole.x_of(shown.last));
    const auto pale = faded(colors.paper, 0.62);
    painter.fillRect(QRectF(0, 0, x0, where.height()), pale);
    painter.fillRect(QRectF(x1, 0, where.width() - x1, where.height()), pale);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.text, 2));
    painter.drawRect(QRectF(x0, 0, std::max(x1 - x0, 3.0), where.height()));
    painter.restore();
}

} // namespace plimsoll
