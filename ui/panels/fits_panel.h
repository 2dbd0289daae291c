// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/working_bar.h"
#include "ui/document/finders/board_finder.h"
#include "ui/document/finders/time_finder.h"
#include "ui/document/evaluator.h"
#include "ui/panels/fits_filter.h"
#include "ui/panels/fits_model.h"

#include <QLabel>
#include <QTableView>
#include <QTimer>
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
    [[nodiscard]] FitsBar &bar() { return m_bar; }
    [[nodiscard]] QTableView &view() { return m_view; }

signals:
    void card_chosen(const QString &name); ///< the catalogue's own name

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build_view();
    void build_copy();
    void arrange_columns();
    [[nodiscard]] QString longest_spare() const;
    void update_model();
    void ask_board();
    void set_board(const Board &board, Bytes need);
    void show_rows();
    void show_edge(); ///< scrolls to where cards begin to carry the plan

    FitsModel m_model;
    FitsFilter m_sorted;
    FitsBar m_bar;
    QTableView m_view;
    QLabel m_empty; ///< why no card is judged, or none is left
    std::shared_ptr<const Estimate> m_estimate;
    Numbers m_numbers;
    RunAmount m_amount; ///< that hours and dollars are told of
    BoardFinder m_finder;
    TimeFinder m_times;
    QTimer m_soon; ///< until the verdicts are painted, which never wait for the maxima
    WorkingBar m_working;
    bool m_stale = true;
    bool m_complete = false; ///< every maximum is exact
    bool m_at_edge = false;  ///< scrolled there once; from then on it is the user's
};

} // namespace plimsoll
