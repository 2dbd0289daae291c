// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "ui/charts/live_chart.h"
#include "ui/document/evaluator.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll {

/// The GPUs of this machine, one row each.
class LiveModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// `process` is what the largest process holds, `others` all the rest; where no process is known, that is everything.
    enum Column { gpu, name, total, process, others, free_, utilisation, temperature, power, column_count };
    using QAbstractTableModel::QAbstractTableModel;

    void set_snapshot(const LiveSnapshot &snapshot, const Numbers &numbers);
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    LiveSnapshot m_snapshot;
    Numbers m_numbers;
};

/// Readings as a table, the last five minutes of the selected GPU as a chart with the plan's peak as its load line, and how far
/// from it the machine is, in words; without a GPU, what was looked for and not found.
class LivePanel : public QWidget {
    Q_OBJECT
public:
    explicit LivePanel(QWidget *parent = nullptr);
    /// Nothing: not read yet. `fits_now` says for a GPU whether the plan fits into what is free.
    void show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers,
                       const std::function<QString(const LiveGpu &)> &fits_now);
    /// What the last minutes were, and what the plan would take; absent: no estimate. Chart and words follow.
    void show_history(const LiveHistory &history, const std::shared_ptr<const Estimate> &estimate);
    void set_table_shown(bool shown);
    /// Of the window's line beside the tabs: which GPU the chart is of; empty where there is none.
    [[nodiscard]] QString note() const;
    /// Made with the first GPU.
    [[nodiscard]] LiveChart &chart();
    [[nodiscard]] LiveTableModel &history_model() { return m_history_model; }
    [[nodiscard]] QTableView &view() { return m_view; }
    /// The recording that is read in the machine's place; empty: none.
    void set_replayed(const QString &name);
    [[nodiscard]] QPushButton &replay_button() { return m_replay; }
    [[nodiscard]] LiveModel &model() { return m_model; }
    [[nodiscard]] QString message() const { return m_message.text(); }
    /// All of it, also where the panel is too low.
    [[nodiscard]] QString whole_message() const { return words(true); }

signals:
    void note_changed();
    void replay_asked(); ///< a recording, or back to this machine where one is replayed

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build_view();
    void arrange_columns();
    void build_history();
    void show_chart();
    [[nodiscard]] const LiveGpu *shown_gpu() const;
    [[nodiscard]] QString words(bool growth) const;
    void show_message();

    LiveModel m_model;
    LiveTableModel m_history_model;
    QTableView m_view;
    QStackedWidget m_pages; ///< chart, and its table
    LiveChart *m_chart = nullptr;
    QTableView *m_history_view = nullptr;
    QLabel m_message;
    QPushButton m_replay;
    QString m_replayed;
    std::optional<LiveSnapshot> m_snapshot;
    LiveHistory m_history;
    std::shared_ptr<const Estimate> m_estimate;
    Numbers m_numbers;
    std::vector<QString> m_fits_now; ///< per GPU; empty: not known
    bool m_table_shown = false;
};

/// The first GPU in the window's corner; pressing it opens the live readings.
class GpuCorner : public QToolButton {
    Q_OBJECT
public:
    explicit GpuCorner(QWidget *parent = nullptr);
    void show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_present = false;
};

} // namespace plimsoll
