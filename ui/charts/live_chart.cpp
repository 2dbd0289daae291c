// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/live_chart.h"
#include "ui/charts/paint.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

void paint_frame(QPainter &painter, const LiveGeometry &g, const Palette &colors)
{
    painter.setFont(ui_font());
    for (const PlacedTick &tick : g.ticks) {
        painter.setPen(QPen(colors.grid, 1));
        painter.drawLine(QPointF(g.plot.left(), tick.y + 0.5), QPointF(g.plot.right(), tick.y + 0.5));
        painter.setPen(colors.muted);
        paint_text(painter, {tick.label, {g.plot.left() - 8, tick.y}, Qt::AlignRight});
    }
    for (const PlacedText &time : g.times) paint_text(painter, time);
    if (!g.total_y) return;
    painter.setPen(QPen(colors.border, 1, Qt::DashLine, Qt::FlatCap));
    painter.drawLine(QPointF(g.plot.left(), *g.total_y + 0.5), QPointF(g.plot.right() + 18, *g.total_y + 0.5));
}

/// What is planned lies behind the line of what is measured: the peak's interval, and how far the way there is.
void paint_plan(QPainter &painter, const LiveGeometry &g, const Palette &colors)
{
    const QColor line = faded(colors.text, colors.appearance.high_contrast ? 1 : 0.55);
    if (g.interval) {
        painter.fillRect(*g.interval, faded(colors.text, 0.12));
        painter.setPen(QPen(line, 1, Qt::DashLine, Qt::FlatCap));
        paint_level(painter, g.interval->left(), g.interval->right(), g.interval->top());
        paint_level(painter, g.interval->left(), g.interval->right(), g.interval->bottom());
    }
    painter.setPen(QPen(line, 1, Qt::DotLine, Qt::FlatCap));
    for (const PlacedReach &one : g.phases) paint_level(painter, g.plot.left(), g.plot.right(), one.y);
}

/// On plates, since the areas behind them come and go.
void paint_phase_names(QPainter &painter, const LiveGeometry &g, const Palette &colors)
{
    painter.setFont(ui_font());
    painter.setPen(colors.muted);
    for (const PlacedReach &one : g.phases) {
        if (!one.label) continue;
        const double width = text_width(painter.font(), one.label->text);
        painter.fillRect(QRectF(one.label->at.x() - 3, one.label->at.y() - 7, width + 6, 14), colors.paper);
        paint_text(painter, *one.label);
    }
}

/// The line of what is in use; heavier where the card is nearly full.
void paint_measured(QPainter &painter, const LiveGeometry &g, const LiveChartData &data, const Palette &colors)
{
    for (const LiveStretch &part : g.stretches) {
        for (std::size_t i = part.first + 1; i < part.last; ++i) {
            const bool full = nearly_full(data, data.points[i]);
            painter.setPen(QPen(full ? colors.tight : colors.text, full ? 2.5 : 1, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(g.used[i - 1], g.used[i]);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.text);
        if (part.last - part.first == 1) painter.drawEllipse(g.used[part.first], 2, 2); // one reading is no line yet
    }
}

/// Two areas, the process and what is used beside it.
void paint_readings(QPainter &painter, const LiveGeometry &g, const Palette &colors)
{
    const QColor fill = colors.fill(Group::weights);
    for (const LiveStretch &part : g.stretches) {
        QPolygonF all, process;
        for (std::size_t i = part.first; i < part.last; ++i) {
            all << g.used[i];
            process << QPointF(g.used[i].x(), g.process_tops[i]);
        }
        const QPolygonF base{{QPointF(all.back().x(), g.plot.bottom()), QPointF(all.front().x(), g.plot.bottom())}};
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.held);
        painter.drawPolygon(all + base);
        painter.setBrush(colors.appearance.high_contrast ? fill_brush(colors, Group::weights, std::nullopt) : QBrush(fill));
        painter.drawPolygon(process + base);
    }
}

void paint_plate(QPainter &painter, const PlacedText &text, const QColor &ground)
{
    const double width = text_width(painter.font(), text.text);
    painter.fillRect(QRectF(text.at.x() - width - 3, text.at.y() - 7, width + 6, 14), ground);
}

void paint_names(QPainter &painter, const LiveGeometry &g, const LiveChartData &data, const Palette &colors)
{
    painter.setFont(ui_font());
    if (g.process_label) {
        const bool patterned = colors.appearance.high_contrast;
        if (patterned) paint_plate(painter, *g.process_label, colors.paper);
        painter.setPen(patterned ? colors.text : colors.ink_on(colors.fill(Group::weights)));
        paint_text(painter, *g.process_label);
    }
    if (g.used_label) {
        painter.setPen(data.latest() && nearly_full(data, *data.latest()) ? colors.tight : colors.muted);
        paint_text(painter, *g.used_label);
    }
    painter.setPen(colors.muted);
    if (g.total_label) paint_text(painter, *g.total_label);
    if (g.interval_label) paint_text(painter, *g.interval_label);
    if (!g.plan_y) return;
    paint_load_line(painter, g.plot.left(), g.plot.right(), *g.plan_y, colors);
    paint_mark(painter, {g.plot.right() + 10, *g.plan_y}, colors);
    painter.setFont(ui_font(TextSize::caption, true));
    painter.setPen(colors.text);
    paint_text(painter, *g.plan_label);
}

void paint_cursor(QPainter &painter, const LiveGeometry &g, const LiveChartData &data, std::size_t index, const Palette &colors)
{
    const double x = std::round(g.used[index].x()) - 0.5;
    painter.setPen(QPen(colors.text, 1));
    painter.drawLine(QPointF(x, g.plot.top()), QPointF(x, g.plot.bottom()));
    paint_reading(painter, sentence_of(data, data.points[index]), x, g.plot, g.plot.bottom() + 3, colors);
}

} // namespace

LiveChart::LiveChart(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Memory of the last five minutes"));
}

void LiveChart::set_data(const LiveChartData &data)
{
    if (data == m_data) return;
    m_data = data;
    if (m_cursor && *m_cursor >= m_data.points.size()) m_cursor.reset();
    m_geometry = lay_out(m_data, size());
    say();
    update();
}

void LiveChart::say()
{
    setAccessibleDescription(m_cursor ? sentence_of(m_data, m_data.points[*m_cursor]) : sentence_of(m_data));
}

void LiveChart::paintEvent(QPaintEvent *)
{
    const auto &colors = palette_matching(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.paper);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paint_frame(painter, m_geometry, colors);
    paint_readings(painter, m_geometry, colors);
    paint_plan(painter, m_geometry, colors);
    paint_measured(painter, m_geometry, m_data, colors);
    paint_phase_names(painter, m_geometry, colors);
    paint_names(painter, m_geometry, m_data, colors);
    if (m_cursor) paint_cursor(painter, m_geometry, m_data, *m_cursor, colors);
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.link, 1));
    painter.drawRect(m_geometry.plot.adjusted(-3.5, -3.5, 2.5, 2.5));
}

void LiveChart::resizeEvent(QResizeEvent *) { m_geometry = lay_out(m_data, size()); }

void LiveChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    m_geometry = lay_out(m_data, size());
    update();
}

void LiveChart::move_cursor(std::optional<std::size_t> index)
{
    if (index == m_cursor) return;
    m_cursor = index;
    say();
    update();
}

void LiveChart::mouseMoveEvent(QMouseEvent *event) { move_cursor(m_geometry.point_at(event->position().x())); }

void LiveChart::leaveEvent(QEvent *) { move_cursor(std::nullopt); }

void LiveChart::keyPressEvent(QKeyEvent *event)
{
    const int by = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    if (by != 0 && !m_data.points.empty()) {
        const auto last = static_cast<std::ptrdiff_t>(m_data.points.size()) - 1;
        const auto at = static_cast<std::ptrdiff_t>(m_cursor.value_or(static_cast<std::size_t>(last)));
        return move_cursor(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(m_cursor ? at + by : at, 0, last)));
    }
    if (event->key() == Qt::Key_Escape && m_cursor) return move_cursor(std::nullopt);
    QWidget::keyPressEvent(event);
}

void LiveChart::focusInEvent(QFocusEvent *) { update(); }
void LiveChart::focusOutEvent(QFocusEvent *) { update(); }

} // namespace plimsoll
