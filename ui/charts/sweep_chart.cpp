// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweep_chart.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace plimsoll {

SweepChart::SweepChart(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Memory over the chosen fields"));
}

void SweepChart::set_data(const SweepData &data)
{
    if (data == m_data) return set_stale(false);
    m_data = data;
    if (m_cursor && *m_cursor >= m_data.cells.size()) m_cursor.reset();
    m_geometry = lay_out(m_data, size());
    setAccessibleDescription(sentence_of(m_data));
    m_stale = false;
    update();
}

void SweepChart::set_stale(bool stale)
{
    if (stale == m_stale) return;
    m_stale = stale;
    update();
}

void SweepChart::paintEvent(QPaintEvent *)
{
    const auto &colors = palette_matching(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.paper);
    if (m_stale) painter.setOpacity(0.45);
    paint_sweep(painter, m_geometry, m_data, colors, m_cursor);
    if (!hasFocus()) return;
    painter.setOpacity(1);
    painter.setPen(QPen(colors.link, 1));
    painter.drawRect(m_geometry.plot.adjusted(-3, -3, 2, 2));
}

void SweepChart::resizeEvent(QResizeEvent *) { m_geometry = lay_out(m_data, size()); }

void SweepChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    m_geometry = lay_out(m_data, size());
    update();
}

void SweepChart::move_cursor(std::optional<std::size_t> index)
{
    if (index == m_cursor) return;
    m_cursor = index;
    setAccessibleDescription(index ? sentence_of(m_data, *index) : sentence_of(m_data));
    update();
    emit cursor_moved(index);
}

void SweepChart::mouseMoveEvent(QMouseEvent *event)
{
    const auto index = m_geometry.point_at(m_data, event->position());
    move_cursor(index);
    if (index)
        QToolTip::showText(event->globalPosition().toPoint(), sentence_of(m_data, *index), this);
    else
        QToolTip::hideText();
}

void SweepChart::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    if (const auto index = m_geometry.point_at(m_data, event->position())) emit point_chosen(*index);
}

void SweepChart::leaveEvent(QEvent *) { move_cursor(std::nullopt); }

void SweepChart::step(int x, int y)
{
    if (m_data.cells.empty()) return;
    if (!m_cursor) return move_cursor(m_data.now().value_or(0));
    const auto moved = [](std::size_t at, int by, std::size_t count) {
        return static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at) + by, 0, static_cast<std::ptrdiff_t>(count) - 1));
    };
    move_cursor(
        m_data.index(moved(*m_cursor / m_data.rows(), x, m_data.columns()), moved(*m_cursor % m_data.rows(), y, m_data.rows())));
}

void SweepChart::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left: return step(-1, 0);
    case Qt::Key_Right: return step(1, 0);
    case Qt::Key_Up: return step(0, 1);
    case Qt::Key_Down: return step(0, -1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor) return emit point_chosen(*m_cursor);
        break;
    case Qt::Key_Escape:
        if (m_cursor) return move_cursor(std::nullopt);
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void SweepChart::focusInEvent(QFocusEvent *) { update(); }
void SweepChart::focusOutEvent(QFocusEvent *) { update(); }

} // namespace plimsoll
