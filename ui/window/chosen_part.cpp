// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/chosen_part.h"

#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/window/chart_data.h"

#include <algorithm>
#include <utility>

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
    actions.add("view.worksheet", tr("Rule of thumb as a &worksheet…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R),
                [this] { open_worksheet(); });
    actions
        .add("view.time", tr("T&imeline by time"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_I),
             [this, &actions] {
                 m_by_time = actions["view.time"]->isChecked();
                 if (m_panes.whole()) show_timeline(); // else completing the panes asks for it
             })
        ->setCheckable(true);
    m_ranks_action = actions.add("view.ranks", tr("Ran&ks side by side"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K),
                                 [this] { stand_side_by_side(m_ranks_action->isChecked()); });
    m_ranks_action->setCheckable(true);
}

void ChosenPart::follow_chart()
{
    connect(&m_panes.chart(), &MemoryChart::spot_selected, this, [this](const MemorySpot &spot) {
        m_desk.document.select(scenario_of(spot.column));
        choose({spot.group, spot.component});
    });
    connect(&m_panes.chart(), &MemoryChart::scenario_chosen, this, [this](const QString &id) {
        const auto &estimate = m_desk.snapshot().current().estimate;
        if (const auto process = process_of(id); process && estimate && *process < estimate->processes.size())
            choose_rank(estimate->processes[*process].rank.number, m_side_by_side);
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

void ChosenPart::explain(Component part)
{
    constexpr int right = 2;
    if (m_panes.widget(right)->isHidden()) m_panes.toggle(right);
    choose({group_of(part), part});
}

void ChosenPart::read_cursor()
{
    const auto &estimate = seen().current().estimate;
    const auto index = m_panes.views().timeline().canvas()->cursor_index();
    const bool there = estimate && index && *index < estimate->shown().timeline.size();
    m_moment = there ? std::optional(estimate->shown().timeline[*index]) : std::nullopt;
}

void ChosenPart::show_chart()
{
    show_ranks();
    m_panes.chart().set_data(chart_data_of(seen(), {m_expanded, m_rule_of_thumb, m_side_by_side}));
    m_panes.chart().select(MemorySpot{selected_column(), m_choice.group, m_choice.component});
    show_worksheet();
}

void ChosenPart::open_worksheet()
{
    if (!m_worksheet) m_worksheet = new RuleDialog(m_panes.window());
    show_worksheet();
    m_worksheet->show();
    m_worksheet->raise();
}

void ChosenPart::show_worksheet()
{
    if (!m_worksheet) return;
    const Session &session = m_desk.snapshot().session;
    m_worksheet->show_estimate(seen().current().estimate, qt(session.current().name), numbers_of(session));
}

const Snapshot &ChosenPart::seen()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const auto &estimate = snapshot.current().estimate;
    if (!m_rank || !estimate || estimate->processes.size() < 2) return snapshot;
    const auto chosen =
        std::ranges::find(estimate->processes, *m_rank, [](const ProcessEstimate &one) { return one.rank.number; });
    const auto place = static_cast<std::size_t>(chosen - estimate->processes.begin());
    if (chosen == estimate->processes.end() || place == estimate->shown_process) return snapshot;
    if (std::exchange(m_seen_of, estimate) != estimate || m_seen_copy->shown_process != place) {
        auto copy = std::make_shared<Estimate>(*estimate);
        copy->shown_process = place;
        m_seen_copy = std::move(copy);
    }
    m_seen = snapshot;
    m_seen.results[static_cast<std::size_t>(snapshot.session.selected)].estimate = m_seen_copy;
    return m_seen;
}

QString ChosenPart::selected_column()
{
    const Snapshot &snapshot = seen();
    const auto &estimate = snapshot.current().estimate;
    const bool split = m_side_by_side && estimate && estimate->processes.size() > 1;
    return column_id(snapshot.session.selected, split ? std::optional(estimate->shown_process) : std::nullopt);
}

void ChosenPart::choose_rank(std::optional<Count> number, bool side_by_side)
{
    m_rank = number;
    m_side_by_side = side_by_side;
    if (m_ranks_action) m_ranks_action->setChecked(side_by_side);
    show_chart();
    if (m_panes.whole()) show_panes();
}

void ChosenPart::stand_side_by_side(bool wanted)
{
    const auto &estimate = m_desk.snapshot().current().estimate;
    const bool several = estimate && estimate->processes.size() > 1;
    if (wanted && !several) m_desk.say(tr("Every rank of this plan holds the same."));
    choose_rank(m_rank, wanted && several);
}

void ChosenPart::show_ranks()
{
    const auto &estimate = seen().current().estimate;
    const bool several = estimate && estimate->processes.size() > 1;
    if (!m_ranks && !several) return;
    if (!m_ranks) {
        m_ranks = new RankChooser(&m_panes.chart());
        m_panes.chart().add_beside_title(m_ranks);
        connect(m_ranks, &RankChooser::chosen, this, [this](Count number) { choose_rank(number, false); });
        connect(m_ranks, &RankChooser::all_chosen, this, [this] { choose_rank(m_rank, true); });
    }
    m_ranks->setVisible(several);
    if (several) m_ranks->show_ranks(*estimate, m_side_by_side);
}

void ChosenPart::show_timeline()
{
    const Snapshot &snapshot = seen();
    TimelineChart &timeline = m_panes.views().timeline();
    timeline.set_empty_text(state_of(snapshot.current().error));
    timeline.set_data(timeline_data_of(snapshot, m_expanded, m_by_time));
    timeline.select(m_choice.group);
}

/// What was chosen may have no bytes in another task: then the weights stand there, which every plan has.
void ChosenPart::leave_what_is_gone()
{
    const auto &estimate = seen().current().estimate;
    if (!estimate || estimate->plan.plan.task == std::exchange(m_task, estimate->plan.plan.task)) return;
    const auto there = std::ranges::any_of(estimate->shown().needed_lines(), [this](const BreakdownLine &line) {
        return line.bytes != 0 && group_of(line.component) == m_choice.group &&
               (!m_choice.component || line.component == *m_choice.component);
    });
    if (there) return;
    m_choice = {Group::weights, Component::weights};
    m_panes.breakdown().select(m_choice);
    m_panes.chart().select(MemorySpot{selected_column(), m_choice.group, m_choice.component});
}

void ChosenPart::show_panes()
{
    leave_what_is_gone();
    show_timeline();
    read_cursor(); // which stays where it is while the step has the same operations
    m_panes.breakdown().show_snapshot(seen());
    if (m_moment) m_panes.breakdown().show_moment(m_moment);
    show_why();
}

void ChosenPart::choose(const Choice &choice)
{
    m_choice = choice;
    m_panes.breakdown().select(choice);
    m_panes.chart().select(MemorySpot{selected_column(), choice.group, choice.component});
    m_panes.views().timeline().select(choice.group);
    show_why();
}

void ChosenPart::show_why() { m_panes.why().show_choice(seen(), m_choice, m_moment); }

} // namespace plimsoll
