// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/runs/measured_answer.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace plimsoll {

/// What a real run took beside what was planned: the whole of it, then phase by phase.
class RunModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { what, measured, planned, off, percent, column_count };

    using QAbstractTableModel::QAbstractTableModel;
    void show_answer(const MeasuredAnswer &answer, const Numbers &numbers);
    void clear() { show_answer({}, m_numbers); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// The phase in which both part; −1: none.
    [[nodiscard]] int parting_row() const { return m_parting; }

private:
    struct Row {
        QString title;
        std::optional<Bytes> measured, planned;
    };
    [[nodiscard]] static QString title_of(const MeasuredCurve &curve);
    void add(const QString &title, const std::optional<Bytes> &of_run, const std::optional<Bytes> &of_plan = {});
    [[nodiscard]] QString text_at(const Row &row, int column) const;

    std::vector<Row> m_rows;
    Numbers m_numbers;
    int m_parting = -1;
};

} // namespace plimsoll
