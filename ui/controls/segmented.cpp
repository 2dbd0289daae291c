// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/segmented.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/palette.h"

#include <QHBoxLayout>
#include <QPainter>

namespace plimsoll {

SegmentButton::SegmentButton(const QString &text, QWidget *parent) : QAbstractButton(parent)
{
    setText(text);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize SegmentButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 16, qMax(22, fontMetrics().height() + 6)};
}

void SegmentButton::paintEvent(QPaintEvent *)
{
    const Palette &palette = current_palette();
    QPainter painter(this);
    const bool on = isChecked() && isEnabled();
    painter.fillRect(rect(), on ? palette.pressed : underMouse() && isEnabled() ? palette.selection : palette.field);
    const bool focus = hasFocus();
    // a ring of two pixels: where borders are dark one is none
    draw_frame(painter, rect(), focus ? palette.link : on ? palette.pressed : palette.border, focus && !on ? 2 : 1);
    if (focus && on) draw_frame(painter, rect().adjusted(2, 2, -2, -2), palette.paper);
    painter.setPen(on ? palette.paper : isEnabled() ? palette.text : palette.inactive);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

Segmented::Segmented(QWidget *parent) : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_group.setExclusive(true);
    connect(&m_group, &QButtonGroup::idClicked, this, [this](int id) { emit chosen(m_values[id]); });
}

void Segmented::add(const QString &value, const QString &title, const QString &tip)
{
    auto *button = new SegmentButton(title, this);
    button->setToolTip(tip);
    button->setAccessibleName(title);
    button->setAccessibleDescription(tip);
    m_group.addButton(button, static_cast<int>(m_values.size()));
    m_values.append(value);
    layout()->addWidget(button);
}

void Segmented::set_title(const QString &value, const QString &title)
{
    QAbstractButton *button = m_group.button(static_cast<int>(m_values.indexOf(value)));
    if (!button || button->text() == title) return;
    button->setText(title);
    button->setAccessibleName(title);
    button->updateGeometry();
}

int Segmented::needed_width() const
{
    int out = 0;
    for (const QAbstractButton *button : m_group.buttons()) out += button->sizeHint().width();
    return out;
}

QString Segmented::value() const
{
    const int id = m_group.checkedId();
    return id < 0 ? QString() : m_values[id];
}

void Segmented::set_value(const QString &value)
{
    const auto index = m_values.indexOf(value);
    if (index == m_group.checkedId()) return;
    if (index >= 0) {
        m_group.button(static_cast<int>(index))->setChecked(true);
    } else if (auto *button = m_group.checkedButton()) {
        m_group.setExclusive(false);
        button->setChecked(false);
        m_group.setExclusive(true);
    }
}

} // namespace plimsoll
