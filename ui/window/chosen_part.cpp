// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/chosen_part.h"

#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/controls/wording.h"
#include "ui/window/chart_data.h"

namespace plimsoll {

ChosenPart::ChosenPart(const Desk &desk, Panes &panes) : m_desk(desk), m_panes(panes) { follow_chart(); }

void ChosenPart::add_actions(Actions &actions)
{
    actions
        .add("view.rule", tr("&Rule of thumb behind the columns"), QKeySequence(Qt::CTRL | Qt::Key_R),
             [this, &actions] {
                 m_rule_of_thumb = actions["view.rule"]->isChecked();
                 show_chart();
             })
        ->setCheckable(true);
}

void ChosenPart::follow_chart()
{
    connect(&m_panes.chart(), &MemoryChart::spot_selected, this, [this](const MemorySpot &spot) {
        m_desk.document.select(spot.column.toInt());
        choose({spot.group, spot.component});
    });
    connect(&m_panes.chart(), &MemoryChart::expand_toggled, this, [this](Group group) {
        if (!m_expanded.erase(group)) m_expanded.insert(group);
        show_chart();
    });
}

void ChosenPart::follow_panes()
{
    connect(&m_panes.breakdown(), &BreakdownPanel::chosen, this, &ChosenPart::choose);
    TimelineChart &timeline = m_panes.views().timeline();
    connect(&timeline, &TimelineChart::cursor_moved, this, [this] {
        read_cursor();
        m_panes.breakdown().show_moment(m_moment);
        show_why();
    });
    connect(&timeline, &TimelineChart::group_selected, this, [this](Group group) { choose({group, std::nullopt}); });
}

void ChosenPart::read_cursor()
{
    const auto &estimate = m_desk.snapshot().current().estimate;
    const auto index = m_panes.views().timeline().canvas()->cursor_index();
    const bool there = estimate && index && *index < estimate->shown().timeline.size();
    m_moment = there ? std::optional(estimate->shown().timeline[*index]) : std::nullopt;
}

void ChosenPart::show_chart()
{
    const Snapshot &snapshot = m_desk.snapshot();
    m_panes.chart().set_data(chart_data_of(snapshot, m_expanded, m_rule_of_thumb));
    m_panes.chart().select(MemorySpot{QString::number(snapshot.session.selected), m_choice.group, m_choice.component});
}

void ChosenPart::show_timeline()
{
    const Snapshot &snapshot = m_desk.snapshot();
    TimelineChart &timeline = m_panes.views().timeline();
    timeline.set_empty_text(state_of(snapshot.current().error));
    timeline.set_data(timeline_data_of(snapshot, m_expanded));
    timeline.select(m_choice.group);
}

void ChosenPart::show_panes()
{
    show_timeline();
    read_cursor(); // which stays where it is while the step has the same operations
    m_panes.breakdown().show_snapshot(m_desk.snapshot());
    if (m_moment) m_panes.breakdown().show_moment(m_moment);
    show_why();
}

void ChosenPart::choose(const Choice &choice)
{
    m_choice = choice;
    m_panes.breakdown().select(choice);
    m_panes.chart().select(MemorySpot{QString::number(m_desk.document.session().selected), choice.group, choice.component});
    m_panes.views().timeline().select(choice.group);
    show_why();
}

void ChosenPart::show_why() { m_panes.why().show_choice(m_desk.snapshot(), m_choice, m_moment); }

} // namespace plimsoll
