// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/timeline/timeline_data.h"

#include <QAbstractTableModel>
#include <QStackedWidget>

class QLabel;
class QPainter;
class QTableView;

namespace plimsoll {

class TimelineCanvas;

/// The timeline as a table: a row per phase with its operations, its largest allocation, where that stands, and its groups.
class TimelineTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void set_data(const TimelineData &data);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    TimelineData m_data;
    std::vector<PhaseRun> m_runs;
};

/// Stacked area of allocated bytes over the operations of one step. Mouse or arrows move a cursor, Ctrl+arrows jump between
/// phases' peaks, the wheel or + and − zoom, double click or 0 shows the whole step again.
class TimelineChart : public QStackedWidget {
    Q_OBJECT

public:
    explicit TimelineChart(QWidget *parent = nullptr);

    void set_data(const TimelineData &timeline);
    /// What stands there while there is nothing to draw, and why.
    void set_empty_text(const QString &text);
    void set_table_shown(bool shown);
    void select(const std::optional<Group> &group);
    /// Puts the cursor on an operation (index in TimelineData::points), or takes it away.
    void set_cursor(std::optional<std::size_t> index);
    /// Shows operations [first, last), counted from the first one shown; nothing: the whole step.
    void show_part(double first, double last);
    void show_whole();

    [[nodiscard]] TimelineCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] TimelineTableModel *table_model() const { return m_model; }

signals:
    /// The moment that the cursor reads; nothing: the peak.
    void cursor_moved(std::optional<std::size_t> index);
    void group_selected(plimsoll::Group group);
    /// What is in view, in words, for the caption beside the tabs: "layer 28 and the loss"; empty for the whole step.
    void part_changed(const QString &text);

private:
    void show_page();

    TimelineData m_data;
    TimelineCanvas *m_canvas;
    TimelineTableModel *m_model;
    QTableView *m_table;
    QLabel *m_empty;
    bool m_table_shown = false;
};

} // namespace plimsoll
