// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/envelope.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>

#include <memory>

namespace plimsoll {

/// The rule of thumb of a plan as a worksheet: a row a term and their sum, beside what was simulated of the shown rank. The rule's
/// cells can be typed in: a size with its unit, or a figure in the session's; nothing typed stands for the formula again.
class RuleModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { term, rule, whole, simulated, difference, formula, column_count };

    using QAbstractTableModel::QAbstractTableModel;

    /// `input`: the plan's worksheet with what was typed.
    void show_sheet(const EnvelopeInput &input, std::shared_ptr<const Estimate> estimate, const Numbers &numbers);
    [[nodiscard]] const EnvelopeInput &input() const { return m_input; }
    [[nodiscard]] const Envelope &sheet() const { return m_sheet; }
    /// Why there is no sheet; empty: there is one.
    [[nodiscard]] QString problem() const { return m_problem; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void typed();

private:
    [[nodiscard]] bool is_total(int row) const { return row == static_cast<int>(m_sheet.terms.size()); }
    [[nodiscard]] std::optional<Bytes> bytes_at(int row, int column) const;
    [[nodiscard]] QString text_at(int row, int column) const;
    [[nodiscard]] QString tip_at(int row, int column) const;
    void work_out();

    EnvelopeInput m_input;
    Envelope m_sheet;
    std::vector<EnvelopeDifference> m_differences;
    std::shared_ptr<const Estimate> m_estimate;
    Numbers m_numbers;
    QString m_problem;
};

} // namespace plimsoll
