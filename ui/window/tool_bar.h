// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/live/gpu_corner.h"
#include "ui/theme/icons.h"
#include "ui/window/actions.h"
#include "ui/window/search_button.h"

#include <QToolBar>

namespace plimsoll {

/// The row over the panes: undo, three menus, the search over all actions, and this machine's GPUs in the corner.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    ToolBar(const Actions &actions, QWidget *parent);

    [[nodiscard]] SearchButton &search() { return *m_search; }
    [[nodiscard]] GpuCorner &corner() { return *m_corner; }

private:
    void add_button(const char *action, const QString &name);
    void add_action_button(const QString &text, Icon icon, const char *action);
    void add_menu(const QString &text, Icon icon, std::initializer_list<const char *> ids);

    const Actions &m_actions;
    SearchButton *m_search = nullptr;
    GpuCorner *m_corner = nullptr;
};

} // namespace plimsoll
