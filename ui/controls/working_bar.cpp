// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/working_bar.h"
#include "ui/theme/palette.h"

#include <QEvent>
#include <QPainter>

namespace plimsoll {
namespace {

constexpr int slow_ms = 150; // sooner than that nobody sees old figures for new ones
constexpr int thickness = 2;

} // namespace

WorkingBar::WorkingBar(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("Being worked out"));
    hide();
    parent->installEventFilter(this);
    m_soon.setSingleShot(true);
    m_soon.setInterval(slow_ms);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        place();
        show();
        emit slow();
    });
}

void WorkingBar::begin() { m_soon.start(); }

void WorkingBar::end()
{
    m_soon.stop();
    hide();
}

void WorkingBar::place()
{
    setGeometry(0, 0, parentWidget()->width(), thickness);
    raise();
}

bool WorkingBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && isVisible()) place();
    return QWidget::eventFilter(watched, event);
}

void WorkingBar::paintEvent(QPaintEvent *) { QPainter(this).fillRect(rect(), current_palette().link); }

} // namespace plimsoll
