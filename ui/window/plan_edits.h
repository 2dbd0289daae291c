// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/plan_editor.h"
#include "ui/window/actions.h"
#include "ui/window/panes.h"
#include "ui/window/window_parts.h"

namespace plimsoll {

/// What people change in the selected plan: its fields, its model, the cards that it is held against.
class PlanEdits : public QObject {
    Q_OBJECT
public:
    PlanEdits(const Desk &desk, Panes &panes);

    /// The choosers' actions only ask the plan pane, which knows where they open.
    void add_actions(Actions &actions);
    /// The panes that come later: what is edited in them counts from now on.
    void follow_panes();
    /// By its id in the chooser; what cannot be read is refused.
    void choose_model_id(const QString &id);
    /// Adds a card or a budget by its id in the chooser.
    void add_card(const QString &id);

private:
    void edit(const FieldEdits &edits, const QString &field);
    void take_type(const std::string &quant);
    void say_what_went_along(const FieldEdits &edits, const std::vector<TakenAlong> &along);
    void change_cards(const Target &cards, const QString &step);
    void change_amount(const RunAmount &amount);
    void inspect_model();

    const Desk &m_desk;
    Panes &m_panes;
};

} // namespace plimsoll
