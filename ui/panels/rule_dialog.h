// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/rule_model.h"

#include <QDialog>
#include <QLabel>
#include <QTableView>

namespace plimsoll {

/// The rule of thumb beside the simulation, term by term. Stands beside the window and follows its plan; changes nothing there.
class RuleDialog : public QDialog {
    Q_OBJECT
public:
    explicit RuleDialog(QWidget *parent);

    [[nodiscard]] RuleModel &model() { return m_model; }
    [[nodiscard]] QTableView &view() { return m_view; }
    [[nodiscard]] QString summary() const { return m_summary->text(); }
    /// The worksheet of an estimated plan with what was typed; null: there is none, and `name` alone is said.
    void show_estimate(std::shared_ptr<const Estimate> estimate, const QString &name, const Numbers &numbers);

private:
    void build_view();
    void show_summary();

    EnvelopeInput m_typed; ///< its cells: what stands in place of formulas, whatever the plan becomes
    QString m_name;
    Numbers m_numbers;
    RuleModel m_model;
    QTableView m_view;
    QLabel *m_summary = nullptr;
};

} // namespace plimsoll
