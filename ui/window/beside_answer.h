// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/advisor.h"
#include "ui/document/differences.h"
#include "ui/document/finders/largest_value_finder.h"
#include "ui/document/finders/time_finder.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/answer_line.h"
#include "ui/plan/plan_pane.h"
#include "ui/window/window_parts.h"

#include <QTimer>

namespace plimsoll {

/// What is worked out beside the answer about the selected plan: advice, how far its fields go, what each saver changes.
class BesideAnswer : public QObject {
    Q_OBJECT
public:
    explicit BesideAnswer(const Desk &desk);

    /// Where it is shown. Nothing is asked before.
    void show_in(AnswerLine &answer, PlanPane &plan, AdvicePanel &advice);
    /// Another plan: what is under way is about the one of before, and this one's turn comes soon.
    void begin();
    [[nodiscard]] bool working() const;
    [[nodiscard]] const std::vector<Advice> &advice() const { return m_advice; }
    /// The first of the changes, as the answer's link says it.
    void apply_first();

private:
    void ask();
    void ask_advice();
    /// Where nothing is known, figures of another plan would pass for this one's.
    void clear();
    void show_differences(const std::vector<std::optional<Bytes>> &differences);
    void show_largest_values(const LargestValues &largest);
    void ask_time();
    void show_times(const std::vector<std::optional<RunTime>> &times);
    void show_solution(const Advice &solution);
    void propose(const std::vector<Advice> &advice);
    void show_advice(const std::vector<Advice> &advice, const QString &reason);
    [[nodiscard]] std::vector<Advice> with_evaluation(std::vector<Advice> advice) const;
    void show_guide(const std::vector<OomCase> &cases, const QString &reason);
    void apply(const Advice &advice);

    const Desk &m_desk;
    AnswerLine *m_answer = nullptr;
    PlanPane *m_plan_pane = nullptr;
    AdvicePanel *m_panel = nullptr;
    QTimer m_soon; ///< after the painted answer
    std::vector<SaverChange> m_changes;
    Differences m_differences;
    LargestValueFinder m_largest;
    TimeFinder m_times;
    Advisor m_advisor;
    std::vector<Advice> m_advice;
    std::optional<Advice> m_solution; ///< known before the list
};

} // namespace plimsoll
