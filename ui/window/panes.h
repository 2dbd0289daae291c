// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/why_panel.h"
#include "ui/plan/plan_pane.h"
#include "ui/window/centre.h"
#include "ui/window/lower_views.h"

#include <QSplitter>

namespace plimsoll {

/// What stands side by side in a window: the plan, the answer over its charts, and what its figures are made of. The centre is
/// there from the start; the others come after the first frame, or as soon as anybody asks for one.
class Panes : public QSplitter {
    Q_OBJECT
public:
    Panes(const Desk &desk, QWidget *window);

    static constexpr int narrowest = 1024; ///< of the window: every pane has room in it

    [[nodiscard]] Centre &centre() { return *m_centre; }
    [[nodiscard]] AnswerLine &answer() { return m_centre->answer(); }
    [[nodiscard]] MemoryChart &chart() { return m_centre->chart(); }
    [[nodiscard]] ErrorBar &errors() { return m_centre->errors(); }
    [[nodiscard]] PlanPane &plan() { return make_whole(), *m_plan; }
    [[nodiscard]] LowerViews &views() { return make_whole(), *m_views; }
    [[nodiscard]] BreakdownPanel &breakdown() { return make_whole(), *m_breakdown; }
    [[nodiscard]] WhyPanel &why() { return make_whole(), *m_why; }

    [[nodiscard]] bool whole() const { return m_plan != nullptr; }
    void make_whole();
    /// Shows or hides one of the outer panes, 0 or 2.
    void toggle(int index);
    /// The focus goes to the first control of the next pane that has one.
    void focus_next();

signals:
    void completed(); ///< every pane is there, and none shows anything yet

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void put(int index, QWidget *pane);
    [[nodiscard]] QWidget *make_right();

    const Desk &m_desk;
    Centre *m_centre = nullptr;
    PlanPane *m_plan = nullptr;
    LowerViews *m_views = nullptr;
    BreakdownPanel *m_breakdown = nullptr;
    WhyPanel *m_why = nullptr;
};

} // namespace plimsoll
