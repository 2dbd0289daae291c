// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/device_pixels.h"
#include "ui/theme/palette.h"
#include "ui/theme/style.h"
#include "ui/controls/tabs.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QTabBar>

#include <algorithm>

namespace plimsoll {

Tabs::Tabs(QWidget *parent) : QTabWidget(parent)
{
    setDocumentMode(true);
    tabBar()->setExpanding(false);
}

void Tabs::resizeEvent(QResizeEvent *event)
{
    fit();
    QTabWidget::resizeEvent(event);
}

void Tabs::fit()
{
    constexpr int apart = 32; // the style's room around a title
    int needed = 0;
    for (int tab = 0; tab < count(); ++tab) needed += tabBar()->fontMetrics().horizontalAdvance(tabText(tab)) + apart;
    const bool tight = needed > width();
    if (tabBar()->property(tight_tabs).toBool() == tight) return;
    tabBar()->setProperty(tight_tabs, tight);
    QEvent changed(QEvent::StyleChange); // sizes of tabs are kept until then
    QCoreApplication::sendEvent(tabBar(), &changed);
}

TabNote::TabNote(QTabWidget *tabs) : QLabel(tabs), m_tabs(tabs)
{
    setTextFormat(Qt::PlainText); // a scenario's name is nobody's markup
    setForegroundRole(QPalette::PlaceholderText);
    setContentsMargins(8, 0, 14, 3);
    setFixedHeight(tabs->tabBar()->sizeHint().height() - 4); // lower than the bar, so that it moves no line
}

QSize TabNote::sizeHint() const
{
    const QSize whole = QLabel::sizeHint();
    const int room = m_tabs->width() - m_tabs->tabBar()->sizeHint().width(), least = 10 * fontMetrics().averageCharWidth();
    return {room < std::min(least, whole.width()) ? 0 : std::min(room, whole.width()), whole.height()};
}

void TabNote::paintEvent(QPaintEvent *)
{
    const int line = m_tabs->tabBar()->geometry().bottom() - y();
    QPainter painter(this);
    draw_edge(painter, QRect(0, 0, width(), line + 1), Qt::BottomEdge,
              current_palette().rule); // as the style draws the tabs' part
    painter.setPen(palette().color(foregroundRole()));
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    painter.drawText(contentsRect(), Qt::AlignVCenter | Qt::AlignLeading, shown);
    if (const QString tip = shown == text() ? QString() : text(); tip != toolTip()) setToolTip(tip);
}

} // namespace plimsoll
