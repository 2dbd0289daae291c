// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace plimsoll {

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

ElidedLabel::ElidedLabel(const QString &text, QWidget *parent) : ElidedLabel(parent) { setText(text); }

QSize ElidedLabel::minimumSizeHint() const { return {qMin(24, QLabel::sizeHint().width()), QLabel::minimumSizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent *)
{
    const QRect place = contentsRect();
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, place.width());
    const QString tip = shown == text() ? QString() : text();
    if (tip != m_tip && toolTip() == m_tip) setToolTip(tip);
    m_tip = tip;
    QPainter painter(this);
    painter.setLayoutDirection(text().isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight); // as a QLabel's words run
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    painter.drawText(place, static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())), shown);
}

} // namespace plimsoll
