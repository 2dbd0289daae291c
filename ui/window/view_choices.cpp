// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_choices.h"

#include <QTabBar>

namespace plimsoll {

ViewChoices::ViewChoices(const Desk &desk, Panes &panes, Actions &actions) : m_desk(desk), m_panes(panes), m_actions(actions)
{
    connect(&m_desk.document.undo_stack(), &QUndoStack::indexChanged, this, [this](int index) {
        QWidget &hint = m_panes.centre().hint();
        if (index == 0 || hint.isHidden()) return;
        hint.hide();
        if (m_desk.parts.settings) m_desk.parts.settings->set_hint_done();
    });
}

void ViewChoices::add_actions(const std::function<void()> &between)
{
    m_actions.add("view.plan", tr("&Plan pane"), QKeySequence(Qt::Key_F8), [this] { m_panes.toggle(0); });
    m_actions.add("view.breakdown", tr("&Breakdown pane"), QKeySequence(Qt::Key_F9), [this] { m_panes.toggle(2); });
    m_actions.add("view.fold", tr("&Fold the memory chart"), QKeySequence(Qt::CTRL | Qt::Key_M),
                  [this] { m_panes.chart().set_folded(!m_panes.chart().folded()); });
    between();
    m_actions.add("view.tables", tr("Charts as &tables"), QKeySequence(Qt::CTRL | Qt::Key_T), [this] { choose_tables(); })
        ->setCheckable(true);
    m_actions.add("view.next_pane", tr("&Next pane"), QKeySequence(Qt::Key_F6), [this] { m_panes.focus_next(); });
}

void ViewChoices::add_tab_actions()
{
    const QStringList titles = LowerViews::titles();
    for (int tab = 0; tab < titles.size(); ++tab) {
        const QByteArray id = "view.tab" + QByteArray::number(tab + 1);
        m_actions.add(id.constData(), titles[tab], QKeySequence(Qt::CTRL | (Qt::Key_1 + tab)), [this, tab] {
            m_panes.views().setCurrentIndex(tab);
            m_panes.views().tabBar()->setFocus();
        });
    }
}

void ViewChoices::restore()
{
    const Settings &settings = *m_desk.parts.settings;
    const QList<int> widths = settings.pane_widths();
    if (!widths.isEmpty()) m_panes.setSizes(widths);
    m_panes.centre().hint().setVisible(!settings.hint_done());
    m_actions["view.tables"]->setChecked(settings.charts_as_tables());
    show_tables();
}

void ViewChoices::choose_tables()
{
    if (m_desk.parts.settings) m_desk.parts.settings->set_charts_as_tables(m_actions["view.tables"]->isChecked());
    show_tables();
}

void ViewChoices::show_tables()
{
    const bool tables = m_actions["view.tables"]->isChecked();
    m_panes.chart().set_table_shown(tables);
    if (m_panes.whole()) m_panes.views().set_tables_shown(tables); // else completing the panes asks again
}

} // namespace plimsoll
