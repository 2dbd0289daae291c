// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/style.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QWidget>

namespace plimsoll {

namespace {

bool has(const QStyleOption &option, QStyle::StateFlag flag) { return option.state.testFlag(flag); }

void draw_button(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    const bool down = has(option, QStyle::State_On);
    const bool hover = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
    const auto fill = down ? colors.pressed : has(option, QStyle::State_Sunken) || hover ? colors.selection : colors.field;
    draw_box(painter, option.rect, colors, fill,
             has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange),
             has(option, QStyle::State_Enabled));
}

void draw_tool_panel(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    if (!has(option, QStyle::State_AutoRaise)) return draw_button(option, painter, colors);
    if (has(option, QStyle::State_On) || has(option, QStyle::State_Sunken) || has(option, QStyle::State_MouseOver))
        painter.fillRect(option.rect, colors.selection);
}

void draw_check(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    const bool on = has(option, QStyle::State_On), partly = has(option, QStyle::State_NoChange);
    const bool enabled = has(option, QStyle::State_Enabled);
    const auto fill = on || partly ? (enabled ? colors.pressed : colors.border) : colors.field;
    painter.fillRect(on_device_pixels(painter, option.rect), fill);
    draw_frame(painter, option.rect, on || partly ? fill : has(option, QStyle::State_MouseOver) ? colors.text : colors.muted);
    const QRectF inner = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5);
    if (on) paint_icon(painter, inner, Icon::check, colors.paper);
    if (partly) paint_icon(painter, inner, Icon::minus, colors.paper);
}

void draw_radio(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(has(option, QStyle::State_MouseOver) ? colors.text : colors.muted);
    painter.setBrush(colors.field);
    painter.drawEllipse(box);
    if (!has(option, QStyle::State_On)) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(has(option, QStyle::State_Enabled) ? colors.pressed : colors.border);
    painter.drawEllipse(box.adjusted(3, 3, -3, -3));
}

void draw_tab(const QStyleOptionTab &option, QPainter &painter, const Palette &colors)
{
    const bool selected = has(option, QStyle::State_Selected);
    const bool hover = has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled);
    painter.fillRect(option.rect, selected ? colors.paper : hover ? colors.selection : colors.window);
    draw_edge(painter, option.rect, Qt::RightEdge, colors.rule);
    if (!selected) draw_edge(painter, option.rect, Qt::BottomEdge, colors.rule);
    if (has(option, QStyle::State_HasFocus)) draw_frame(painter, option.rect.adjusted(3, 3, -4, -3), colors.link);
}

void draw_header(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    painter.fillRect(option.rect,
                     colors.paper == option.palette.color(QPalette::Base) ? option.palette.color(QPalette::Base) : colors.window);
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
    if (header && header->orientation == Qt::Vertical) return; // rows have no rules either
    draw_edge(painter, option.rect, Qt::BottomEdge, colors.rule);
}

void draw_menu_frame(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    draw_frame(painter, option.rect, colors.border);
}

/// Fusion mixes its own colours of both, which the dark ones swallow.
void draw_menu_panel(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    painter.fillRect(option.rect, option.palette.base());
    draw_menu_frame(option, painter, colors);
}

bool is_bare_separator(const QStyleOption &option)
{
    const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(&option);
    return item && item->menuItemType == QStyleOptionMenuItem::Separator && item->text.isEmpty();
}

void draw_branch(const QStyleOption &option, QPainter &painter, const Palette &colors)
{
    if (!has(option, QStyle::State_Children)) return;
    QRectF square(0, 0, 14, 14);
    square.moveCenter(QRectF(option.rect).center());
    const bool mirrored = option.direction == Qt::RightToLeft && !has(option, QStyle::State_Open);
    painter.save();
    if (mirrored) painter.setTransform(QTransform(-1, 0, 0, 1, 2 * square.center().x(), 0), true);
    paint_icon(painter, square, has(option, QStyle::State_Open) ? Icon::chevron_down : Icon::chevron_right, colors.muted);
    painter.restore();
}

} // namespace

void draw_box(QPainter &painter, const QRect &rect, const Palette &colors, const QColor &fill, bool focus, bool enabled)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(on_device_pixels(painter, rect), enabled ? fill : colors.window);
    draw_frame(painter, rect, focus ? colors.link : colors.border, focus ? 2 : 1);
    painter.restore();
}

FlatStyle::FlatStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                              const QWidget *widget) const
{
    const auto &colors = palette_matching(option->palette);
    painter->save();
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonBevel: draw_button(*option, *painter, colors); break;
    case PE_PanelButtonTool: draw_tool_panel(*option, *painter, colors); break;
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth <= 0)
            painter->fillRect(option->rect, option->palette.base());
        else
            draw_box(*painter, option->rect, colors, option->palette.color(QPalette::Base), has(*option, State_HasFocus),
                     has(*option, State_Enabled));
        break;
    case PE_FrameLineEdit: break;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: draw_check(*option, *painter, colors); break;
    case PE_IndicatorRadioButton: draw_radio(*option, *painter, colors); break;
    case PE_IndicatorBranch: draw_branch(*option, *painter, colors); break;
    case PE_PanelMenu: draw_menu_panel(*option, *painter, colors); break;
    case PE_Frame:
    case PE_FrameMenu: draw_menu_frame(*option, *painter, colors); break;
    case PE_FrameFocusRect: draw_frame(*painter, option->rect, colors.link); break;
    case PE_FrameTabBarBase:
        // A tab widget asks for its corners' parts at their own heights: what stands there draws the line on.
        if (painter->device() != static_cast<const QPaintDevice *>(widget)) break;
        draw_edge(*painter, option->rect, Qt::BottomEdge, colors.rule);
        break;
    case PE_FrameStatusBarItem:
    case PE_PanelStatusBar: break;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
    painter->restore();
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const auto &colors = palette_matching(option->palette);
    painter->save();
    switch (element) {
    case CE_TabBarTabShape:
        if (const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(option)) draw_tab(*tab, *painter, colors);
        break;
    case CE_HeaderEmptyArea:
        if (const auto *header = qobject_cast<const QHeaderView *>(widget); header && header->orientation() == Qt::Vertical)
            break;
        [[fallthrough]];
    case CE_HeaderSection: draw_header(*option, *painter, colors); break;
    case CE_HeaderLabel:
        if (const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(option)) {
            QStyleOptionHeader indented = *header; // without the second version's fields
            // of the view: Qt before 6.5 hands the option's second version, which says it, to the section alone
            if (const auto *view = qobject_cast<const QHeaderView *>(widget); view && view->textElideMode() != Qt::ElideNone) {
                const int room = header->rect.width() - 2 * pixelMetric(PM_HeaderMargin, option, widget);
                indented.text = header->fontMetrics.elidedText(header->text, view->textElideMode(), room);
            }
            if (header->orientation == Qt::Vertical)
                indented.rect = visualRect(option->direction, option->rect, option->rect.adjusted(row_title_indent, 0, 0, 0));
            QProxyStyle::drawControl(element, &indented, painter, widget);
        }
        break;
    case CE_MenuBarItem: // Fusion's has a line beneath, which the flat bar has not
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option)) {
            painter->fillRect(item->rect, has(*item, State_Selected) ? colors.selection : colors.window);
            drawItemText(painter, item->rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine,
                         item->palette, has(*item, State_Enabled), item->text, QPalette::WindowText);
        }
        break;
    case CE_MenuItem:
        if (is_bare_separator(*option)) {
            painter->fillRect(QRect(option->rect.left() + 4, option->rect.center().y(), option->rect.width() - 8, 1),
                              colors.rule);
            break;
        }
        QProxyStyle::drawControl(element, option, painter, widget);
        break;
    case CE_Splitter: painter->fillRect(option->rect, colors.rule); break;
    case CE_ToolBar:
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, colors.window); break;
    case CE_ComboBoxLabel:
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option)) {
            QStyleOptionComboBox cut = *combo;
            const int room = proxy()->subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 4;
            cut.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
            QProxyStyle::drawControl(element, &cut, painter, widget);
        }
        break;
    case CE_CheckBoxLabel:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            QStyleOptionButton cut = *button;
            cut.text = button->fontMetrics.elidedText(button->text, Qt::ElideRight, button->rect.width(), Qt::TextShowMnemonic);
            QProxyStyle::drawControl(element, &cut, painter, widget);
        }
        break;
    case CE_PushButtonLabel:
    case CE_ToolButtonLabel:
        if (has(*option, State_On) && !has(*option, State_AutoRaise)) {
            const auto write = [&](auto copy) {
                for (const auto role : {QPalette::ButtonText, QPalette::WindowText}) copy.palette.setColor(role, colors.paper);
                QProxyStyle::drawControl(element, &copy, painter, widget);
            };
            if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) write(*button);
            if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option)) write(*button);
            break;
        }
        [[fallthrough]];
    default: QProxyStyle::drawControl(element, option, painter, widget);
    }
    painter->restore();
}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_SplitterWidth: return 1;
    case PM_ScrollBarExtent: return 10;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 13;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize: return 16;
    case PM_TabBarTabHSpace: return widget && widget->property(tight_tabs).toBool() ? 10 : 32;
    case PM_TabBarTabVSpace: return 10;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_ToolBarItemSpacing: return 4;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returned) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_Menu_SloppySubMenus: return 0;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration: return 0;
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    default: return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

/// Every tool bar asks for both arrows when it is made; Fusion's are pictures, for which Qt loads all that reads pictures.
QIcon FlatStyle::standardIcon(StandardPixmap pixmap, const QStyleOption *option, const QWidget *widget) const
{
    if (pixmap == SP_ToolBarHorizontalExtensionButton) return icon(Icon::chevron_right);
    if (pixmap == SP_ToolBarVerticalExtensionButton) return icon(Icon::chevron_down);
    return QProxyStyle::standardIcon(pixmap, option, widget);
}

} // namespace plimsoll
