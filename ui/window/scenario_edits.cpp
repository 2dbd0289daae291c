// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scenario_edits.h"

#include "ui/document/scenarios.h"
#include "ui/document/text.h"
#include "ui/window/chart_data.h"

#include <QMenu>

#include <algorithm>

namespace plimsoll {
ScenarioEdits::ScenarioEdits(const Desk &desk, MemoryChart &chart, const Actions &actions)
    : m_desk(desk), m_chart(chart), m_actions(actions)
{
    follow_chart();
}

void ScenarioEdits::add_actions(Actions &actions)
{
    constexpr int ctrl = Qt::CTRL, shift = Qt::SHIFT;
    actions.add("plan.rename", tr("&Rename scenario"), QKeySequence(Qt::Key_F2), [this] { rename(); });
    const auto change = [&](const char *id, const QString &text, int keys, const QString &step, auto make) {
        actions.add(id, text, QKeySequence(keys), [this, step, make] { apply(make(m_desk.document.session()), step); });
    };
    change("plan.duplicate", tr("&Duplicate scenario"), ctrl | Qt::Key_D, tr("Duplicate scenario"),
           [](const Session &session) { return with_duplicate(session, session.selected); });
    change("plan.pin", tr("&Pin as baseline, or release"), ctrl | Qt::Key_B, tr("Pin baseline"),
           [](const Session &session) { return with_baseline_toggled(session, session.selected); });
    change("plan.left", tr("Move scenario le&ft"), ctrl | shift | Qt::Key_Left, tr("Move scenario"),
           [](const Session &session) { return with_moved(session, session.selected, session.selected - 1); });
    change("plan.right", tr("Move scenario ri&ght"), ctrl | shift | Qt::Key_Right, tr("Move scenario"),
           [](const Session &session) { return with_moved(session, session.selected, session.selected + 1); });
    change("plan.remove", tr("Re&move scenario"), ctrl | Qt::Key_Backspace, tr("Remove scenario"),
           [](const Session &session) { return without_scenario(session, session.selected); });
}

void ScenarioEdits::rename()
{
    const QString id = column_id(m_desk.document.session().selected);
    if (std::ranges::find(m_chart.data().columns, utf8(id), &MemoryColumn::id) == m_chart.data().columns.end())
        return m_desk.say(tr("Its ranks stand side by side; choose one rank to name the scenario."));
    m_chart.rename_scenario(id);
}

void ScenarioEdits::follow_chart()
{
    Document &document = m_desk.document;
    connect(&m_chart, &MemoryChart::scenario_chosen, this, [&document](const QString &id) { document.select(scenario_of(id)); });
    connect(&m_chart, &MemoryChart::scenario_renamed, this, [this](const QString &id, const QString &name) {
        apply(with_name(m_desk.document.session(), scenario_of(id), utf8(name)), tr("Rename scenario"));
    });
    connect(&m_chart, &MemoryChart::scenario_moved, this, [this](const QString &id, int place) {
        apply(with_moved(m_desk.document.session(), scenario_of(id), place), tr("Move scenario"));
    });
    connect(&m_chart, &MemoryChart::scenario_removed, this, [this](const QString &id) {
        apply(without_scenario(m_desk.document.session(), scenario_of(id)), tr("Remove scenario"));
    });
    connect(&m_chart, &MemoryChart::scenario_added, this, [this] {
        apply(with_duplicate(m_desk.document.session(), m_desk.document.session().selected), tr("Duplicate scenario"));
    });
    connect(&m_chart, &MemoryChart::scenario_menu, this, &ScenarioEdits::open_menu);
}

void ScenarioEdits::open_menu(const QString &id, QPoint where)
{
    m_desk.document.select(scenario_of(id));
    QMenu menu(m_chart.window());
    m_actions.fill(menu, {"plan.duplicate", "plan.rename", "plan.pin", "-", "plan.left", "plan.right", "-", "plan.remove"});
    menu.exec(where);
}

} // namespace plimsoll
