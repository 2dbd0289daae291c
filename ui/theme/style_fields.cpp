// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/style.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

namespace plimsoll {

namespace {

bool enabled(const QStyleOption &option) { return option.state.testFlag(QStyle::State_Enabled); }

QColor arrow_color(const QStyleOption &option, const Palette &colors) { return enabled(option) ? colors.text : colors.border; }

} // namespace

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size, const QWidget *widget) const
{
    auto out = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_ComboBox: out.rwidth() += 4; [[fallthrough]]; // the room that its label keeps from the arrow
    case CT_LineEdit:
    case CT_SpinBox: out.setHeight(std::max(out.height() & ~1, 22)); break;
    case CT_PushButton: out.setHeight(std::max(out.height() & ~1, 22)); break;
    case CT_ItemViewItem: out.setHeight(std::max(out.height(), 24)); break;
    case CT_HeaderSection:
        out.setHeight(std::max(out.height(), 24));
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option);
            header && header->orientation == Qt::Vertical)
            out.rwidth() += row_title_indent;
        break;
    default: break;
    }
    return out;
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                   const QWidget *widget) const
{
    painter->save();
    switch (control) {
    case CC_ComboBox: draw_combo(option, painter, widget); break;
    case CC_SpinBox: draw_spin(option, painter, widget); break;
    case CC_Slider: draw_slider(option, painter, widget); break;
    case CC_ScrollBar: draw_scroll_bar(option, painter, widget); break;
    default: QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
    painter->restore();
}

void FlatStyle::draw_combo(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto &colors = palette_matching(option->palette);
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    const bool frame = !combo || combo->frame;
    const bool hover = option->state.testFlag(State_MouseOver) && enabled(*option);
    if (frame)
        draw_box(*painter, option->rect, colors, hover ? colors.selection : colors.field, option->state.testFlag(State_HasFocus),
                 enabled(*option));
    QRectF arrow(0, 0, 12, 12);
    arrow.moveCenter(QRectF(proxy()->subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget)).center());
    paint_icon(*painter, arrow, Icon::chevron_down, arrow_color(*option, colors));
}

void FlatStyle::draw_spin(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto &colors = palette_matching(option->palette);
    const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option);
    if (!spin) return;
    if (spin->frame)
        draw_box(*painter, option->rect, colors, option->palette.color(QPalette::Base), option->state.testFlag(State_HasFocus),
                 enabled(*option));
    if (spin->buttonSymbols == QAbstractSpinBox::NoButtons) return;
    for (const bool up : {true, false}) {
        const auto part = up ? SC_SpinBoxUp : SC_SpinBoxDown;
        const auto button = QRectF(proxy()->subControlRect(CC_SpinBox, option, part, widget));
        const auto step = up ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled;
        const bool active = enabled(*option) && spin->stepEnabled.testFlag(step);
        const bool pressed = spin->activeSubControls == part && option->state.testFlag(State_Sunken);
        if (pressed) painter->fillRect(button.adjusted(0, 1, -1, -1), colors.selection);
        QRectF arrow(0, 0, 11, 11);
        arrow.moveCenter(button.center() + QPointF(0, up ? 1.0 : -1.0));
        painter->save();
        if (up) {
            painter->translate(0, 2 * arrow.center().y());
            painter->scale(1, -1);
        }
        paint_icon(*painter, arrow, Icon::chevron_down, active ? colors.text : colors.border);
        painter->restore();
    }
}

void FlatStyle::draw_slider(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto &colors = palette_matching(option->palette);
    const auto *slider = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (!slider) return;
    const bool flat = slider->orientation == Qt::Horizontal;
    auto groove = QRectF(proxy()->subControlRect(CC_Slider, option, SC_SliderGroove, widget));
    const auto middle = groove.center();
    if (flat) {
        groove.setHeight(3);
    } else {
        groove.setWidth(3);
    }
    groove.moveCenter(middle);
    painter->fillRect(groove, colors.border);
    QRectF handle(0, 0, flat ? 8 : 12, flat ? 12 : 8);
    handle.moveCenter(QRectF(proxy()->subControlRect(CC_Slider, option, SC_SliderHandle, widget)).center());
    const bool focus = option->state.testFlag(State_HasFocus);
    handle.adjust(-0.5, -0.5, 0.5, 0.5);
    painter->fillRect(on_device_pixels(*painter, handle), colors.field);
    draw_frame(*painter, handle, focus ? colors.link : enabled(*option) ? colors.muted : colors.border, focus ? 2 : 1);
}

void FlatStyle::draw_scroll_bar(const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const auto &colors = palette_matching(option->palette);
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
    if (!bar) return;
    const auto ground = widget ? widget->palette().color(widget->backgroundRole()) : colors.window;
    painter->fillRect(option->rect, ground);
    if (bar->minimum == bar->maximum) return;
    QStyleOptionSlider whole = *bar;
    auto handle = QRectF(proxy()->subControlRect(CC_ScrollBar, &whole, SC_ScrollBarSlider, widget));
    const bool flat = bar->orientation == Qt::Horizontal;
    handle.adjust(flat ? 1 : 3, flat ? 3 : 1, flat ? -1 : -3, flat ? -3 : -1);
    const bool held = bar->activeSubControls == SC_ScrollBarSlider;
    painter->fillRect(handle, held ? colors.muted : colors.border);
}

} // namespace plimsoll
