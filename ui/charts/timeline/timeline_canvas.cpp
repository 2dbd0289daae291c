// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint.h"
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/charts/timeline/timeline_paint.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

constexpr double fewest_operations = 6, overview_title = 26, overview_names = 18;

/// Height of the overview strip with what is written above it, for a canvas of some height.
double overview_height(double canvas) { return canvas >= 340 ? 124 : 34; }

} // namespace

TimelineCanvas::TimelineCanvas(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

double TimelineCanvas::operations() const { return static_cast<double>(m_geometry.last_index - m_geometry.first_index); }

QRectF TimelineCanvas::overview() const
{
    if (!zoomed()) return {};
    const double room = overview_height(height());
    const bool titled = room > 60;
    const double above = titled ? overview_title : 0, below = titled ? overview_names + 2 : 6;
    return {m_geometry.plot.left(), height() - room + above, m_geometry.plot.width(), room - above - below};
}

void TimelineCanvas::set_data(const TimelineData &timeline)
{
    if (timeline == m_data) return;
    const auto operations_of = [](const TimelineData &one) { return one.points ? one.points->size() : 0; };
    const bool same_step = operations_of(timeline) == operations_of(m_data);
    m_data = timeline;
    if (!same_step) { // the operation of that number is another one
        m_cursor.reset();
        m_pinned.reset();
    }
    lay_out_now();
    // The part in view may not exist any more.
    if (zoomed() && m_view.last > operations()) set_view({});
}

void TimelineCanvas::set_selected(const std::optional<Group> &group)
{
    if (group == m_selected) return;
    m_selected = group;
    m_picture = {};
    update();
}

void TimelineCanvas::set_view(TimelineView view)
{
    if (view == m_view) return;
    m_view = view;
    lay_out_now();
    emit view_changed(view);
}

void TimelineCanvas::set_cursor(std::optional<std::size_t> index)
{
    m_pinned = index;
    m_cursor = index;
    update();
}

void TimelineCanvas::lay_out_now()
{
    const double pixel = 1.0 / devicePixelRatioF();
    QSizeF main = size();
    if (zoomed()) main.setHeight(main.height() - overview_height(height()));
    m_geometry = lay_out(m_data, main, m_view, pixel);
    if (zoomed()) m_whole = lay_out(m_data, overview().size(), {}, pixel, true);
    m_picture = {};
    update();
}

void TimelineCanvas::paint_strip(QPainter &painter, const Palette &colors) const
{
    const auto strip = overview();
    paint_overview(painter, strip, m_whole, m_geometry, colors);
    if (overview_height(height()) < 60) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(colors.rule);
    painter.drawLine(QPointF(0, strip.top() - overview_title), QPointF(width(), strip.top() - overview_title));
    painter.setFont(ui_font(TextSize::caption, true));
    painter.setPen(colors.text);
    paint_text(painter, {tr("Whole step"), {16, strip.top() - 12}, Qt::AlignLeft});
    painter.setFont(ui_font());
    painter.setPen(colors.muted);
    paint_text(painter, {tr("double click: back to the whole step"), {width() - 12.0, strip.top() - 12}, Qt::AlignRight});
    for (const auto &phase : m_whole.phases) {
        const auto title = window_text::title_of(phase.run);
        if (painter.fontMetrics().horizontalAdvance(title) + 8 > phase.x1 - phase.x0) continue;
        paint_text(painter, {title, {strip.left() + (phase.x0 + phase.x1) / 2, strip.bottom() + 11}, Qt::AlignHCenter});
    }
}

void TimelineCanvas::paintEvent(QPaintEvent *)
{
    const auto &colors = palette_matching(palette());
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF()) {
        m_picture = QPixmap(size() * devicePixelRatioF());
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        m_picture.fill(colors.paper);
        QPainter painter(&m_picture);
        paint_timeline(painter, m_geometry, colors, m_selected);
        if (zoomed()) paint_strip(painter, colors);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    if (m_cursor) paint_timeline_cursor(painter, m_geometry, m_data, *m_cursor, colors);
    if (hasFocus()) {
        painter.setPen(QPen(colors.link, 1));
        painter.drawRect(m_geometry.plot.adjusted(-3, -3, 2, 2));
    }
}

void TimelineCanvas::resizeEvent(QResizeEvent *) { lay_out_now(); }

void TimelineCanvas::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        lay_out_now();
}

void TimelineCanvas::move_cursor(std::optional<std::size_t> index)
{
    if (index == m_cursor) return;
    m_cursor = index;
    update();
    emit cursor_moved(index);
}

void TimelineCanvas::zoom(double factor, double about)
{
    const double count = operations(), now = m_geometry.last - m_geometry.first;
    const double wanted = std::clamp(now * factor, std::min(fewest_operations, count), count);
    if (wanted >= count) return set_view({});
    const double share = (about - m_geometry.first) / now;
    const double first = std::clamp(about - share * wanted, 0.0, count - wanted);
    set_view({first, first + wanted});
}

void TimelineCanvas::pan_to(double first)
{
    const double count = operations(), now = m_geometry.last - m_geometry.first;
    first = std::clamp(first, 0.0, count - now);
    set_view({first, first + now});
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const auto at = event->position();
    const double span = m_geometry.last - m_geometry.first;
    if (m_drag_overview) {
        const auto strip = overview();
        pan_to((at.x() - strip.left()) / strip.width() * operations() - span / 2);
    } else if (m_drag_from && zoomed()) {
        pan_to(*m_drag_from - (at.x() - m_geometry.plot.left()) / m_geometry.plot.width() * span);
    } else if (at.y() >= m_geometry.phase_bar && at.y() <= m_geometry.plot.bottom() + 8 && m_geometry.index_at(at.x())) {
        move_cursor(m_geometry.index_at(at.x()));
    } else {
        move_cursor(m_pinned);
    }
}

void TimelineCanvas::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    const auto at = event->position();
    if (zoomed() && overview().contains(at)) {
        m_drag_overview = true;
        return mouseMoveEvent(event);
    }
    const auto index = m_geometry.index_at(at.x());
    if (!index || at.y() < m_geometry.phase_bar || at.y() > m_geometry.plot.bottom() + 8) return;
    m_pinned = index;
    move_cursor(index);
    m_drag_from = m_geometry.operation_at(at.x());
    if (const auto group = m_geometry.group_at(at)) emit group_clicked(*group);
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent *)
{
    m_drag_from.reset();
    m_drag_overview = false;
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) set_view({});
}

void TimelineCanvas::leaveEvent(QEvent *) { move_cursor(m_pinned); }

void TimelineCanvas::wheelEvent(QWheelEvent *event)
{
    const double turns = event->angleDelta().y() / 120.0;
    const auto at = event->position();
    // What does nothing here belongs to whatever scrolls around.
    if (turns == 0 || !m_geometry.plot.contains(at) || (turns < 0 && !zoomed())) return event->ignore();
    zoom(std::pow(0.8, turns), m_geometry.operation_at(at.x()));
    event->accept();
}

void TimelineCanvas::jump_phase(int direction)
{
    const auto runs = phase_runs(m_data);
    if (runs.empty()) return;
    const auto at = m_cursor.value_or(m_geometry.peak.value_or(runs.front().first));
    auto it = std::ranges::find_if(runs, [&](const auto &run) { return run.first <= at && at < run.last; });
    const auto place = std::clamp<std::ptrdiff_t>(it - runs.begin() + direction, 0, static_cast<std::ptrdiff_t>(runs.size()) - 1);
    m_pinned = runs[static_cast<std::size_t>(place)].peak;
    move_cursor(m_pinned);
}

void TimelineCanvas::keyPressEvent(QKeyEvent *event)
{
    if (m_geometry.samples.empty()) return QWidget::keyPressEvent(event);
    const auto first = m_geometry.first_index, last = m_geometry.last_index - 1;
    const auto at = m_cursor.value_or(m_geometry.peak.value_or(first));
    const bool by_phase = event->modifiers().testFlag(Qt::ControlModifier);
    const auto go = [&](std::size_t index) {
        m_pinned = std::clamp(index, first, last);
        move_cursor(m_pinned);
        const double operation = static_cast<double>(*m_pinned - first);
        if (zoomed() && operation < m_geometry.first) pan_to(operation);
        if (zoomed() && operation + 1 > m_geometry.last) pan_to(operation + 1 - (m_geometry.last - m_geometry.first));
    };
    const int forward = layoutDirection() == Qt::RightToLeft ? Qt::Key_Left : Qt::Key_Right;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const bool on = event->key() == forward;
        if (by_phase) return jump_phase(on ? 1 : -1);
        if (!m_cursor) return go(at);
        return go(on ? at + 1 : at > first ? at - 1 : first);
    }
    case Qt::Key_Home: return go(first);
    case Qt::Key_End: return go(last);
    case Qt::Key_Plus: return zoom(0.5, static_cast<double>(at - first) + 0.5);
    case Qt::Key_Minus: return zoom(2, static_cast<double>(at - first) + 0.5);
    case Qt::Key_0: return set_view({});
    case Qt::Key_Escape:
        if (!m_cursor) break;
        m_pinned.reset();
        return move_cursor(std::nullopt);
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void TimelineCanvas::focusInEvent(QFocusEvent *) { update(); }
void TimelineCanvas::focusOutEvent(QFocusEvent *) { update(); }

} // namespace plimsoll
