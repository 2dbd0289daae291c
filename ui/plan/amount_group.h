// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/amount/run_amount.h"
#include "ui/plan/field_form.h"

namespace plimsoll {

/// How much a run goes through: tokens or rows, and how often. The session's, not the plan's: hours and dollars are told of it.
class AmountGroup : public FieldForm {
    Q_OBJECT
public:
    explicit AmountGroup(QWidget *parent);
    void show_amount(const RunAmount &amount, const Plan &resolved);
    /// Takes the lengths of rows that a file holds (lengths_from_text), or says why it cannot.
    void ask_for_lengths();
    void take_lengths(const QString &path);

signals:
    void amount_changed(const plimsoll::RunAmount &amount);

private:
    void add_lengths();
    void take_amount();
    void choose_lengths(int index);
    void show_lengths(const RunAmount &amount, bool trains);
    [[nodiscard]] bool by_rows() const;

    RunAmount m_amount;
    QLineEdit *m_count = nullptr;
    QComboBox *m_unit = nullptr, *m_lengths = nullptr, *m_batches = nullptr;
    QLabel *m_refused = nullptr;
    NumberBox *m_epochs = nullptr;
    QHBoxLayout *m_row = nullptr, *m_again = nullptr, *m_of_lengths = nullptr, *m_of_batches = nullptr;
};

} // namespace plimsoll
