// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/rank_chooser.h"
#include "ui/panels/rule_dialog.h"
#include "ui/window/actions.h"
#include "ui/window/panes.h"
#include "ui/window/window_parts.h"

#include <QPointer>

#include <set>

namespace plimsoll {

/// The part of the memory that somebody looks at, chosen in one chart or table and shown in all of them: a group, a component of
/// it, a moment of the step, and which groups stand open.
class ChosenPart : public QObject {
    Q_OBJECT
public:
    ChosenPart(const Desk &desk, Panes &panes);

    /// The rule of thumb behind the columns and as a worksheet, ranks side by side.
    void add_actions(Actions &actions);
    /// The memory chart of the desk's snapshot.
    void show_chart();
    /// The panes that come later: their own choices count from now on.
    void follow_panes();
    /// Chooses it, and the panes that explain it come into sight.
    void explain(Component part);
    /// Timeline, breakdown and explanation of the desk's snapshot.
    void show_panes();

private:
    void follow_chart();
    void choose(const Choice &choice);
    /// The desk's snapshot with the chosen rank's figures in the place of the fullest's.
    [[nodiscard]] const Snapshot &seen();
    /// Of the selected scenario, and of the chosen rank where the ranks stand side by side.
    [[nodiscard]] QString selected_column();
    void choose_rank(std::optional<Count> number, bool side_by_side);
    void stand_side_by_side(bool wanted);
    void show_ranks();
    void show_timeline();
    void leave_what_is_gone();
    /// The moment under the timeline's cursor, in the estimate that is shown.
    void read_cursor();
    void show_why();
    /// The rule of thumb beside the simulation, in a dialog of its own.
    void open_worksheet();
    void show_worksheet();

    const Desk &m_desk;
    Panes &m_panes;
    Choice m_choice{Group::weights, Component::weights};
    Task m_task = Task::train;             ///< of what was shown last
    std::optional<TimelinePoint> m_moment; ///< that the timeline's cursor reads
    std::set<Group> m_expanded;
    bool m_rule_of_thumb = false, m_by_time = false;
    std::optional<Count> m_rank;    ///< a number of the chosen kind of rank; nothing: the one that the plan's answer shows
    bool m_side_by_side = false;    ///< each kind of rank is a column
    RankChooser *m_ranks = nullptr; ///< made for the first plan that has several kinds
    QAction *m_ranks_action = nullptr;
    QPointer<RuleDialog> m_worksheet;
    std::shared_ptr<const Estimate> m_seen_of, m_seen_copy; ///< an answer, and the same with the chosen rank's figures first
    Snapshot m_seen;
};

} // namespace plimsoll
