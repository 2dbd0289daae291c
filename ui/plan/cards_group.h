// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/field_widgets.h"
#include "ui/document/evaluator.h"
#include "ui/document/numbers.h"

#include <QAbstractListModel>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QWidget>

namespace plimsoll {

/// The chosen cards, first the one that the answer speaks of.
class CardsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { usable_role = Qt::UserRole, name_role, word_role };
    using QAbstractListModel::QAbstractListModel;

    void set_lines(const std::vector<LoadLine> &lines, const Numbers &numbers);
    /// Of the known lines, in their order; none while nothing is worked out.
    void set_verdicts(const std::vector<Verdict> &verdicts);
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

    [[nodiscard]] bool is_budget(int row) const { return m_lines[static_cast<std::size_t>(row)].budget; }

private:
    [[nodiscard]] const Verdict *verdict(int row) const;

    std::vector<LoadLine> m_lines;
    std::vector<Verdict> m_verdicts;
    Numbers m_numbers;
};

/// The list of cards of the plan pane. Delete removes, Alt+Up and Alt+Down change the order.
class CardsGroup : public QWidget {
    Q_OBJECT
public:
    explicit CardsGroup(QWidget *parent = nullptr);
    void show_snapshot(const Snapshot &snapshot);
    [[nodiscard]] CardsModel &model() { return m_model; }
    [[nodiscard]] QPushButton &add_button() { return m_add; }
    [[nodiscard]] QListView &view() { return m_view; }
    /// Whether the plan can be spread over cards, and whether ways of it can be looked for.
    void offer_several(bool ranks, bool split);

signals:
    void add_asked(QWidget *anchor);
    void ranks_asked(); ///< the choices of several cards are to be shown
    void split_asked(); ///< a split over several cards is to be looked for
    void cards_changed(const plimsoll::Target &cards, const QString &step);

private:
    void remove_current();
    void move_current(int by);
    bool move_row(int from, int to); ///< false: nothing moves
    void build_view();

    QListView m_view;
    CardsModel m_model;
    LinkButton m_add, m_ranks, m_split;
    Target m_cards;
};

} // namespace plimsoll
