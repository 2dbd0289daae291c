// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "ui/theme/numbers.h"

#include <QAbstractTableModel>

#include <functional>
#include <memory>
#include <vector>

namespace plimsoll {

/// Every card of the catalogue against one estimate, smallest first.
class FitsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column : int { verdict, card, usable, spare, bar, year, column_count };
    enum Role : int { fits_role = Qt::UserRole, need_role, usable_role, name_role, sort_role };

    using QAbstractTableModel::QAbstractTableModel;

    /// `judge` is verdict_for() of one card.
    void set_estimate(std::shared_ptr<const Estimate> estimate, const Numbers &numbers,
                      const std::function<Verdict(const Estimate &, const Gpu &)> &judge);
    /// Bytes that a full bar stands for.
    [[nodiscard]] Bytes bar_bytes() const { return m_bar_bytes; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        const Gpu *gpu = nullptr;
        Verdict verdict;
    };
    [[nodiscard]] QString text_at(const Row &row, int column) const;
    [[nodiscard]] QVariant sort_value(const Row &row, int column) const;

    std::vector<Row> m_rows;
    Numbers m_numbers;
    Bytes m_bar_bytes = 1;
};

} // namespace plimsoll
