// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "ui/theme/numbers.h"

#include <QAbstractTableModel>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <functional>
#include <memory>
#include <optional>

namespace plimsoll {

/// The GPUs of this machine, one row each.
class LiveModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : int { gpu, name, total, used, free_, utilisation, temperature, power, column_count };
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

/// Readings as a table; without a GPU, what was looked for and not found.
class LivePanel : public QWidget {
    Q_OBJECT
public:
    explicit LivePanel(QWidget *parent = nullptr);
    /// Nothing: not read yet. `fits_now` says for a GPU whether the plan fits into what is free.
    void show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers,
                       const std::function<QString(const LiveGpu &)> &fits_now);
    /// The recording that is read in the machine's place; empty: none.
    void set_replayed(const QString &name);
    [[nodiscard]] QPushButton &replay_button() { return m_replay; }
    [[nodiscard]] LiveModel &model() { return m_model; }
    [[nodiscard]] QString message() const { return m_message.text(); }

signals:
    void replay_asked(); ///< a recording, or back to this machine where one is replayed

private:
    LiveModel m_model;
    QTableView m_view;
    QLabel m_message;
    QPushButton m_replay;
    QString m_replayed;
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
