// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/chooser.h"
#include "ui/document/finders/badge_finder.h"
#include "ui/window/plan_edits.h"

#include <optional>
#include <utility>
#include <vector>

namespace plimsoll {

/// The two lists that open over the window: models and cards. What is chosen in them goes into the plan.
class Choosers : public QObject {
    Q_OBJECT
public:
    Choosers(const Desk &desk, const Actions &actions, PlanEdits &edits, QWidget &window);

    [[nodiscard]] Chooser &model(); ///< made when first asked for
    [[nodiscard]] Chooser &card();  ///< made when first asked for
    /// Opens the list of models with this typed into it.
    void look_for(const QString &model);
    [[nodiscard]] bool working() const { return m_badges.busy(); } ///< marks are being worked out
    /// The plan pane's buttons open them.
    void follow(PlanPane &pane);

private:
    void open_model(QWidget *anchor);
    void open_card(QWidget *anchor);
    void make_model();
    /// Which models fit the answer's card by the plan's method; known a moment after the list has opened.
    void ask_badges();
    void show_badges(const std::vector<ModelBadge> &badges);
    /// Models that no list has: from their own files.
    [[nodiscard]] QWidget *make_file_row();

    const Desk &m_desk;
    const Actions &m_actions;
    PlanEdits &m_edits;
    QWidget &m_window;
    Chooser *m_model = nullptr;
    Chooser *m_card = nullptr;
    BadgeFinder m_badges;
    std::optional<std::pair<Plan, Target>> m_badged; ///< what the marks are about
};

} // namespace plimsoll
