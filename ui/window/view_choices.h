// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/actions.h"
#include "ui/window/panes.h"
#include "ui/window/window_parts.h"

namespace plimsoll {

/// Which panes, charts or tables, and which of the lower views somebody looks at.
class ViewChoices : public QObject {
    Q_OBJECT
public:
    ViewChoices(const Desk &desk, Panes &panes, Actions &actions);

    /// `between` adds what else stands between the panes and the tables.
    void add_actions(const std::function<void()> &between);
    void add_tab_actions();
    /// As the settings keep it: widths, the beginners' hint, charts or tables.
    void restore();
    void show_tables();

private:
    void choose_tables();

    const Desk &m_desk;
    Panes &m_panes;
    Actions &m_actions;
};

} // namespace plimsoll
