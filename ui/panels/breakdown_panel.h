// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/evaluator.h"
#include "ui/panels/breakdown_model.h"
#include "ui/panels/held_view.h"
#include "ui/theme/elided_label.h"

#include <QLabel>
#include <QTreeView>
#include <QWidget>

#include <optional>
#include <set>

namespace plimsoll {

/// What was chosen in chart, timeline or breakdown: a group, or one component of it.
struct Choice {
    Group group = Group::weights;
    std::optional<Component> component;
    bool operator==(const Choice &) const = default;
};

/// The breakdown of the selected scenario; the legend of the charts.
class BreakdownPanel : public QWidget {
    Q_OBJECT
public:
    explicit BreakdownPanel(QWidget *parent = nullptr);

    void show_snapshot(const Snapshot &snapshot);
    /// One moment of the timeline instead of the peak; nothing: back to the peak.
    void show_moment(const std::optional<TimelinePoint> &moment);
    void select(const Choice &choice);
    [[nodiscard]] Choice choice() const { return m_choice; }
    [[nodiscard]] BreakdownModel &model() { return m_model; }
    [[nodiscard]] QTreeView &view() { return m_view; }
    [[nodiscard]] HeldView &held() { return m_held; }
    /// The selected rows, in exact bytes; copy_all() the whole table.
    void copy() const;
    void copy_all() const;

signals:
    void chosen(const plimsoll::Choice &choice);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build_view();
    void show_now();
    void show_run();
    [[nodiscard]] QString when() const;
    void restore_view();
    [[nodiscard]] int width_of_figures(int column, int usual) const;
    void take_ground(); ///< the pane's colour under the table
    void take_current(const QModelIndex &index);

    ElidedLabel m_moment_label;
    ElidedLabel m_run; ///< host, saving, bytes sent: beside the card
    HeldView m_held;   ///< models and stages, where there are several
    QTreeView m_view;
    BreakdownModel m_model;
    std::shared_ptr<const Estimate> m_estimate, m_baseline;
    std::shared_ptr<const PlanAnswer> m_server; ///< of the estimate
    std::optional<TimelinePoint> m_moment;
    Numbers m_numbers;
    QString m_baseline_name;
    Choice m_choice{Group::weights, Component::weights};
    std::set<int> m_expanded{static_cast<int>(Group::weights), static_cast<int>(Group::runtime)};
    bool m_restoring = false;
};

} // namespace plimsoll
