// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>

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

} // namespace plimsoll
