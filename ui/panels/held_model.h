// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>

#include <vector>

namespace plimsoll {

/// A row beside the breakdown: a model that is held, a part of the weights, or a stage of the step.
struct HeldRow {
    QString title;
    Bytes bytes = 0;
    QString about;        ///< its tip
    bool stage = false;   ///< of the step; false: what is held
    bool fullest = false; ///< of the stages
    bool operator==(const HeldRow &) const = default;
};

/// What a training holds beside the model that trains, the tower and projector of one that sees, and how full the card is in each
/// stage; and the engine that generates for it on other cards (PlanAnswer::server), null without one. Nothing where there is one model
/// without a tower, and one stage.
[[nodiscard]] std::vector<HeldRow> held_rows(const Estimate &estimate, const Numbers &numbers,
                                             const PlanAnswer *server = nullptr);

/// Those rows as a table: title and bytes; stages behind what is held.
class HeldModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { title, bytes, column_count };
    enum Role {
        share_role = Qt::UserRole,
        stage_role
    }; ///< of the fullest stage or the largest part; whether it begins the stages

    using QAbstractTableModel::QAbstractTableModel;
    void show_rows(std::vector<HeldRow> rows, const Numbers &numbers);
    [[nodiscard]] const std::vector<HeldRow> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<HeldRow> m_rows;
    Numbers m_numbers;
};

} // namespace plimsoll
