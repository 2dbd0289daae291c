// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/card_column.h"
#include "ui/theme/elided_label.h"

#include <QAbstractTableModel>
#include <QTableView>
#include <QToolButton>

namespace plimsoll {

/// The processes of one card, the biggest first, and below them what else its memory is: told by nobody, the driver's own, free.
class ProcessModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { who, bytes, column_count };
    /// Of a process' row: its pid.
    static constexpr int pid_role = Qt::UserRole + 1;
    using QAbstractTableModel::QAbstractTableModel;

    void set_data(const CardColumnData &data, const QString &why_none);
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// −1: none.
    [[nodiscard]] int row_of(quint32 pid) const;

private:
    /// What is no process.
    struct Rest {
        QString title, tip;
        std::optional<Bytes> bytes;
        bool operator==(const Rest &) const = default;
    };
    [[nodiscard]] static std::vector<Rest> rests_of(const CardColumnData &data, const QString &why_none);
    [[nodiscard]] const LiveProcess *process_at(int row) const;
    [[nodiscard]] QVariant process_data(const LiveProcess &process, int column, int role) const;
    [[nodiscard]] QVariant rest_data(const Rest &rest, int column, int role) const;

    CardColumnData m_data;
    std::vector<Rest> m_rests;
};

/// The card's column beside the list of who has what. A click on a process, or Enter, asks to follow it; Escape or the button to
/// follow the biggest again.
class ProcessList : public QWidget {
    Q_OBJECT
public:
    explicit ProcessList(QWidget *parent = nullptr);

    /// `attached`: somebody chose the process that is followed. `why_none`: why the driver tells of no processes, or not of all.
    void show_card(const CardColumnData &card, bool attached, const QString &why_none);
    void set_column_shown(bool shown);
    /// Of the current row; nothing where that is no process.
    [[nodiscard]] std::optional<quint32> current_pid() const;
    [[nodiscard]] QTableView &view() { return m_view; }
    [[nodiscard]] ProcessModel &model() { return m_model; }
    [[nodiscard]] CardColumn &column() { return m_column; }
    [[nodiscard]] QToolButton &detach_button() { return m_detach; }
    [[nodiscard]] QString caption() const { return m_caption.text(); }
    [[nodiscard]] QSize sizeHint() const override { return {272, 120}; }

signals:
    void attach_asked(quint32 pid);
    void detach_asked();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build_view();

    ProcessModel m_model;
    CardColumn m_column;
    QTableView m_view;
    ElidedLabel m_caption;
    QToolButton m_detach;
    std::optional<quint32> m_attached;
};

} // namespace plimsoll
