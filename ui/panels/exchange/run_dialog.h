// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/timeline/timeline_chart.h"
#include "ui/document/run_reader.h"
#include "ui/panels/exchange/run_model.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace plimsoll {

class WorkingBar;

/// A real run beside a plan: figures, the run's line over the planned step, where both part. Asks for what is to be done with it and
/// does nothing itself.
class RunDialog : public QDialog {
    Q_OBJECT
public:
    RunDialog(const QString &file, QWidget *parent);

    /// Plans that it may stand beside, by name; `chosen` stands there.
    void offer_plans(const QStringList &names, int chosen);
    void show_reading();
    void show_run(const RunAndPlan &beside, const Numbers &numbers);
    /// Under the figures: what was done with it.
    void show_done(const QString &text);

    [[nodiscard]] RunModel &model() { return m_model; }
    [[nodiscard]] QTableView &view() { return m_view; }
    [[nodiscard]] TimelineChart &chart() { return *m_chart; }
    [[nodiscard]] QComboBox &plans() { return *m_plans; }
    [[nodiscard]] QString headline() const { return m_headline->text(); }
    [[nodiscard]] QString parting() const { return m_parting->text(); }
    [[nodiscard]] QString notes() const { return m_notes->text(); }
    [[nodiscard]] QPushButton &keep_button() { return *m_keep; }
    [[nodiscard]] QPushButton &share_button() { return *m_share; }
    [[nodiscard]] QPushButton &plan_button() { return *m_plan; }

signals:
    void plan_chosen(int index);
    void keep_asked();
    void share_asked();
    void plan_asked();

private:
    QLabel *add_text(QLayout &column, const QString &name);
    void build_view();
    void build_buttons(QLayout &column);
    void show_figures(const MeasuredAnswer &answer, const RunFile &run, const Numbers &numbers);
    void show_choices(const RunAndPlan &beside);

    RunModel m_model;
    QTableView m_view;
    QComboBox *m_plans = nullptr;
    QLabel *m_headline = nullptr, *m_parting = nullptr, *m_notes = nullptr, *m_done = nullptr;
    TimelineChart *m_chart = nullptr;
    WorkingBar *m_working = nullptr;
    QPushButton *m_keep = nullptr, *m_share = nullptr, *m_plan = nullptr;
};

/// The run in a sentence: what it took, and what was planned.
[[nodiscard]] QString headline_of(const MeasuredAnswer &answer, const Numbers &numbers);
/// Where both part, and in which terms, a line each; a sentence where they do not, empty where that is not known.
[[nodiscard]] QString parting_of(const MeasuredAnswer &answer);

} // namespace plimsoll
