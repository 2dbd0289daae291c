// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/evaluator.h"
#include "ui/panels/fits_model.h"

#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

namespace plimsoll {

/// Which cards of the catalogue carry the selected plan. Double click takes a card into the plan's list.
class FitsPanel : public QWidget {
    Q_OBJECT
public:
    explicit FitsPanel(QWidget *parent = nullptr);
    void show_snapshot(const Snapshot &snapshot);
    [[nodiscard]] FitsModel &model() { return m_model; }
    [[nodiscard]] QSortFilterProxyModel &sorted() { return m_sorted; }
    [[nodiscard]] QTableView &view() { return m_view; }

signals:
    void card_chosen(const QString &name); ///< the catalogue's own name

protected:
    void showEvent(QShowEvent *event) override;

private:
    void build_view();
    void update_model();
    void show_edge(); ///< scrolls to where cards begin to carry the plan

    FitsModel m_model;
    QSortFilterProxyModel m_sorted;
    QTableView m_view;
    std::shared_ptr<const Estimate> m_estimate;
    Numbers m_numbers;
    bool m_stale = true;
};

} // namespace plimsoll
