// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/tools/llama_cpp/fit_params.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QTableView>

namespace plimsoll {

/// The plan's figures of llama.cpp beside those of llama-fit-params, place by place.
class FitParamsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { place, part, planned, asked, difference, column_count };

    FitParamsModel(std::vector<FitRow> rows, const Numbers &numbers);
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<FitRow> m_rows;
    Numbers m_numbers;
};

/// What llama-fit-params says of a plan, beside the plan.
class FitParamsDialog : public QDialog {
    Q_OBJECT
public:
    /// `command` as it was run.
    FitParamsDialog(std::vector<FitRow> rows, const QString &command, const Numbers &numbers, QWidget *parent);
    [[nodiscard]] FitParamsModel &model() { return m_model; }
    [[nodiscard]] QTableView &view() { return m_view; }

private:
    void build_view();

    FitParamsModel m_model;
    QTableView m_view;
};

} // namespace plimsoll
