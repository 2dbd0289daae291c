// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/sweep_chart.h"
#include "ui/controls/working_bar.h"
#include "ui/document/evaluator.h"
#include "ui/document/plan_editor.h"
#include "ui/document/sweeper.h"
#include "ui/theme/elided_label.h"

#include <QComboBox>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace plimsoll {

/// Memory of the selected plan over one field, or over two, worked out in the background while somebody looks.
class SweepPanel : public QWidget {
    Q_OBJECT
public:
    explicit SweepPanel(QWidget *parent = nullptr);

    void show_snapshot(const Snapshot &snapshot);
    void set_table_shown(bool shown);
    /// Over which fields; `second` nothing: over one.
    void choose(SolveField first, std::optional<SolveField> second);
    [[nodiscard]] SweepChart &chart() { return m_chart; }
    [[nodiscard]] SweepTableModel &table_model() { return m_model; }
    [[nodiscard]] QComboBox &first_box() { return m_first; }
    [[nodiscard]] QComboBox &second_box() { return m_second; }

signals:
    /// Somebody took a point as the plan.
    void point_taken(const plimsoll::FieldEdits &edits, const QString &fields);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void build();
    void build_table();
    [[nodiscard]] QWidget *page(); ///< chart or table
    void fill_boxes();
    void ask();
    void take(const std::shared_ptr<const SweptPlan> &answer);
    void take_point(std::size_t index);
    void copy() const;
    [[nodiscard]] std::vector<SweepAxis> axes() const;

    QComboBox m_first, m_second;
    QWidget *m_bar = nullptr; ///< the choice of fields
    ElidedLabel m_note;
    QToolButton m_copy;
    QStackedWidget m_pages;
    SweepChart m_chart;
    SweepTableModel m_model;
    QTableView *m_table = nullptr; ///< made when first asked for
    QLabel m_empty;
    Sweeper m_sweeper;
    WorkingBar m_working;
    Snapshot m_snapshot;
    std::vector<SolveField> m_fields;
    bool m_asked = false; ///< about m_snapshot
    bool m_table_shown = false;
};

} // namespace plimsoll
