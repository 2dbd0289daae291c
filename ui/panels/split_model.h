// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/solve/split_answer.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>

namespace plimsoll {

/// Splits that were found, the best first; where nothing fits, those that lack least.
class SplitModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { cards, ways, batch, why, need, spare, column_count };

    using QAbstractTableModel::QAbstractTableModel;

    void show_answer(const SplitAnswer &answer, const Numbers &numbers);
    void clear();
    /// False: none fits, the rows are the nearest.
    [[nodiscard]] bool fits() const { return m_fits; }
    [[nodiscard]] const Split *at(int row) const;
    /// Why it stands there, with its price where one was asked for.
    [[nodiscard]] QString why_of(const Split &split) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text_at(const Split &split, int column) const;

    std::vector<Split> m_splits;
    Numbers m_numbers;
    bool m_fits = false;
};

/// "2 × 4": the micro batch, and how many of them make an update of one copy.
[[nodiscard]] QString batch_of(const Split &split);
/// What is told of a search: how many were tried, how many fit, what was ruled out.
[[nodiscard]] QString summary_of(const SplitAnswer &answer);

} // namespace plimsoll
