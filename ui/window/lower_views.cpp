// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lower_views.h"

#include "ui/controls/wording.h"
#include "ui/document/text.h"

#include <QTabBar>

namespace plimsoll {

LowerViews::LowerViews(const Desk &desk, QWidget *parent) : Tabs(parent), m_desk(desk)
{
    setAccessibleName(tr("Views of the selected scenario"));
    tabBar()->setAccessibleName(accessibleName());
    m_timeline = new TimelineChart(this);
    m_fits = new FitsPanel(this);
    m_advice = new AdvicePanel(this);
    m_sweep = new SweepPanel(this);
    m_live = new LivePanel(this);
    QWidget *const pages[] = {m_timeline, m_fits, m_advice, m_sweep, m_live};
    for (int tab = 0; tab < titles().size(); ++tab) addTab(pages[tab], titles()[tab]);
    m_note = new TabNote(this);
    setCornerWidget(m_note);
    connect_note();
}

QStringList LowerViews::titles() { return {tr("Timeline"), tr("Fits on"), tr("Advice"), tr("Sweep"), tr("Live")}; }

void LowerViews::connect_note()
{
    connect(this, &QTabWidget::currentChanged, this, [this] {
        if (currentWidget() == m_sweep) m_sweep->show_snapshot(m_desk.snapshot());
        show_note();
    });
    connect(m_live, &LivePanel::note_changed, this, [this] {
        if (currentWidget() == m_live) show_note();
    });
    connect(m_timeline, &TimelineChart::part_changed, this, [this](const QString &part) {
        m_timeline_part = part;
        show_note();
    });
}

void LowerViews::show_snapshot()
{
    const Snapshot &snapshot = m_desk.snapshot();
    m_fits->show_snapshot(snapshot);
    if (m_sweep->isVisible()) m_sweep->show_snapshot(snapshot);
    show_note();
}

void LowerViews::show_note()
{
    const Snapshot &snapshot = m_desk.snapshot();
    QString note = qt(snapshot.session.current().name);
    if (currentWidget() == m_timeline && !m_timeline_part.isEmpty()) note += QStringLiteral(" · ") + m_timeline_part;
    if (currentWidget() == m_advice && !snapshot.lines.empty()) note = tr("%1 on %2").arg(note, qt(snapshot.lines.front().title));
    if (currentWidget() == m_fits) note = tr("%1, %2, cheapest known offer").arg(note, numbers_of(snapshot.session).unit_name());
    if (currentWidget() == m_live) note = m_live->note();
    m_note->setText(note);
}

void LowerViews::set_tables_shown(bool tables)
{
    m_timeline->set_table_shown(tables);
    m_sweep->set_table_shown(tables);
    m_live->set_table_shown(tables);
}

} // namespace plimsoll
