// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/finders/split_finder.h"
#include "ui/panels/split_model.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>

namespace plimsoll {

/// Which split of a training fits on which cards: asks, shows what was found and why, offers it for use. Changes nothing itself.
class SplitDialog : public QDialog {
    Q_OBJECT
public:
    /// `cards`: names of the catalogue, "NAME:4" for four of them; the first stands chosen.
    SplitDialog(FindSplits find, const Plan &plan, const std::vector<std::string> &cards, const Numbers &numbers,
                QWidget *parent);

    [[nodiscard]] SplitModel &model() { return m_model; }
    [[nodiscard]] QTableView &view() { return m_view; }
    [[nodiscard]] bool searching() const { return m_finder.searching(); }

signals:
    /// The plan's new split, and the cards for it: "NAME:4".
    void use_asked(const plimsoll::Split &split);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build_questions(QLayout &column);
    void build_order(QLayout &column);
    void build_view();
    void build_buttons(QLayout &column);
    void search();
    void take_cards();
    void show_answer(const SplitAnswer &answer);
    void show_error(const Error &error);
    void show_state();
    void show_chosen();
    void use();

    Plan m_plan;
    Numbers m_numbers;
    SplitModel m_model;
    QTableView m_view;
    QComboBox *m_goal = nullptr, *m_card = nullptr, *m_order = nullptr;
    QSpinBox *m_count = nullptr, *m_batch = nullptr;
    QLabel *m_summary = nullptr, *m_reason = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_search = nullptr, *m_use = nullptr;
    SplitFinder m_finder; ///< its thread ends before what it tells
};

} // namespace plimsoll
