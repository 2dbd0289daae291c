// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tool_bar.h"
#include "ui/theme/device_pixels.h"

#include "ui/theme/palette.h"

#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace plimsoll {
namespace {

/// Icon, words and, where it opens a menu, a chevron.
class MenuButton : public QToolButton {
public:
    using QToolButton::QToolButton;
    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + (menu() ? 60 : 44), qMax(28, fontMetrics().height() + 8)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Palette &palette = current_palette();
        QPainter painter(this);
        if (underMouse() || isDown()) painter.fillRect(rect(), palette.selection);
        if (hasFocus()) draw_frame(painter, rect(), palette.link);
        const auto place = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
        icon().paint(&painter, place(QRect(10, height() / 2 - 8, 16, 16)));
        painter.setPen(palette.text);
        painter.drawText(place(rect().adjusted(34, 0, menu() ? -20 : -8, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
        if (!menu()) return;
        paint_icon(painter, place(QRect(width() - 19, height() / 2 - 6, 12, 12)), Icon::chevron_down, palette.text);
    }
};

QToolButton *menu_button(const QString &text, Icon id, QMenu *menu, QWidget *parent)
{
    auto *button = new MenuButton(parent);
    button->setText(text);
    button->setIcon(icon(id));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(text);
    return button;
}

QWidget *spring(QWidget *parent)
{
    auto *widget = new QWidget(parent);
    widget->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    return widget;
}

} // namespace

ToolBar::ToolBar(const Actions &actions, QWidget *parent) : QToolBar(tr("Tools"), parent), m_actions(actions)
{
    setObjectName(QStringLiteral("tools"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    add_button("edit.undo", tr("Undo"));
    add_button("edit.redo", tr("Redo"));
    addSeparator();
    add_menu(tr("Compare precisions"), Icon::chart, {"plan.compare", "plan.compare_lora"});
    add_action_button(tr("Add card"), Icon::card, "plan.add_card");
    add_menu(tr("Export"), Icon::export_,
             {"export.markdown", "export.json", "-", "export.png", "export.svg", "export.pdf", "-", "export.profile",
              "export.tool", "file.card", "-", "edit.copy_block", "edit.copy_command", "edit.copy_chart", "edit.copy_svg",
              "edit.copy_chart_table", "edit.copy_table"});
    addWidget(spring(this));
    addWidget(m_search = new SearchButton(m_actions, this));
    addWidget(m_corner = new GpuCorner(this));
}

void ToolBar::add_button(const char *action, const QString &name)
{
    addAction(m_actions[action]);
    QWidget *button = widgetForAction(m_actions[action]);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(name);
}

void ToolBar::add_action_button(const QString &text, Icon id, const char *action)
{
    auto *button = menu_button(text, id, nullptr, this);
    button->setPopupMode(QToolButton::DelayedPopup);
    button->setToolTip(tr("Add a card or a budget (%1)").arg(m_actions[action]->shortcut().toString(QKeySequence::NativeText)));
    connect(button, &QToolButton::clicked, m_actions[action], &QAction::trigger);
    addWidget(button);
}

void ToolBar::add_menu(const QString &text, Icon icon, std::initializer_list<const char *> ids)
{
    auto *menu = new QMenu(window());
    m_actions.fill(*menu, ids);
    addWidget(menu_button(text, icon, menu, this));
}

} // namespace plimsoll
