// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/chooser.h"
#include "ui/window/plan_edits.h"

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
    /// The plan pane's buttons open them.
    void follow(PlanPane &pane);

private:
    void open_model(QWidget *anchor);
    void open_card(QWidget *anchor);
    void make_model();
    /// Models that no list has: from their own files.
    [[nodiscard]] QWidget *make_file_row();

    const Desk &m_desk;
    const Actions &m_actions;
    PlanEdits &m_edits;
    QWidget &m_window;
    Chooser *m_model = nullptr;
    Chooser *m_card = nullptr;
};

} // namespace plimsoll
