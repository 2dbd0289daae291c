// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_data.h"

#include <QAbstractTableModel>

namespace plimsoll {

/// The memory chart as a table: a row per scenario, a column per group, then the total, its interval, and what each load
/// line leaves. Two decimals; exact bytes under Qt::UserRole.
class MemoryTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_data(const MemoryChartData &data);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] std::optional<Bytes> bytes_at(std::size_t row, std::size_t column) const;

    MemoryChartData m_data;
};

} // namespace plimsoll
