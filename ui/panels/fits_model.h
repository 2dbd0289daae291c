// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"
#include "core/fit/board.h"
#include "ui/document/numbers.h"

#include <QAbstractTableModel>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plimsoll {

/// Every card of the catalogue against one estimate, smallest first.
class FitsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { verdict, card, usable, spare, batch, length, bar, speed, run_price, price, date, column_count };
    /// Under exact_role: bytes and counts as table_text() copies them.
    enum Role {
        exact_role = Qt::UserRole,
        fits_role,
        word_role,
        need_role,
        usable_role,
        name_role,
        sort_role,
        common_role,
        mine_role
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// `need`: what the plan takes on its own card. Maxima that are not known yet stay what they were, greyed.
    void set_board(const Board &board, const Numbers &numbers, Bytes need);
    /// How long the run takes on each card, by its name in the catalogue; nothing where that is not known. Comes after the board.
    void set_times(std::map<std::string, RunTime, std::less<>> times);
    /// What hours and dollars are told of, by the resolved plan; none named: tokens a second, and dollars of a million of them.
    void set_amount(const RunAmount &amount, const Plan &resolved);
    /// Names of the catalogue that the session has.
    void set_mine(std::set<std::string> names);
    /// Bytes that a full bar of so many pixels stands for: twice the need where room is short, and where there is more as much
    /// as leaves the need readable, up to the largest card.
    [[nodiscard]] Bytes bar_bytes(int pixels) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text_at(const BoardRow &row, int column) const;
    [[nodiscard]] bool beyond_positions(const BoardRow &row) const;
    [[nodiscard]] QString count_text(const BoardMaximum &maximum) const;
    [[nodiscard]] QString tip(const BoardRow &row, int column) const;
    [[nodiscard]] QVariant exact_value(const BoardRow &row, int column) const;
    [[nodiscard]] QVariant sort_value(const BoardRow &row, int column) const;
    void keep_maxima(std::vector<BoardRow> &rows) const;

    [[nodiscard]] const RunTime *time_on(const BoardRow &row) const;
    [[nodiscard]] std::optional<double> tokens_per_second(const BoardRow &row) const;
    [[nodiscard]] std::optional<double> hours(const BoardRow &row) const;       ///< of the named amount
    [[nodiscard]] std::optional<double> run_dollars(const BoardRow &row) const; ///< of that, else of a million tokens
    [[nodiscard]] std::optional<double> pace(const BoardRow &row) const;        ///< what the column of speed says
    [[nodiscard]] QString time_tip_of(const BoardRow &row) const;

    std::vector<BoardRow> m_rows;
    std::map<std::string, RunTime, std::less<>> m_times;
    RunAmount m_amount;
    std::set<std::string> m_mine;
    Count m_positions = 0; ///< that the model was made for
    SolveField m_batch = SolveField::micro_batch, m_length = SolveField::sequence_length;
    Numbers m_numbers;
    Bytes m_need = 1;
};

} // namespace plimsoll
