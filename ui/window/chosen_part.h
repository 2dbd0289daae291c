// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/actions.h"
#include "ui/window/panes.h"
#include "ui/window/window_parts.h"

#include <set>

namespace plimsoll {

/// The part of the memory that somebody looks at, chosen in one chart or table and shown in all of them: a group, a component of
/// it, a moment of the step, and which groups stand open.
class ChosenPart : public QObject {
    Q_OBJECT
public:
    ChosenPart(const Desk &desk, Panes &panes);

    /// The rule of thumb behind the columns.
    void add_actions(Actions &actions);
    /// The memory chart of the desk's snapshot.
    void show_chart();
    /// The panes that come later: their own choices count from now on.
    void follow_panes();
    /// Timeline, breakdown and explanation of the desk's snapshot.
    void show_panes();

private:
    void follow_chart();
    void choose(const Choice &choice);
    void show_timeline();
    /// The moment under the timeline's cursor, in the estimate that is shown.
    void read_cursor();
    void show_why();

    const Desk &m_desk;
    Panes &m_panes;
    Choice m_choice{Group::weights, Component::weights};
    std::optional<TimelinePoint> m_moment; ///< that the timeline's cursor reads
    std::set<Group> m_expanded;
    bool m_rule_of_thumb = false;
};

} // namespace plimsoll
