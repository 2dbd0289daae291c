// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/run_amount.h"
#include "ui/plan/field_form.h"

namespace plimsoll {

/// How much a run goes through: tokens or rows, and how often. The session's, not the plan's: hours and dollars are told of it.
class AmountGroup : public FieldForm {
    Q_OBJECT
public:
    explicit AmountGroup(QWidget *parent);
    void show_amount(const RunAmount &amount, const Plan &resolved);

signals:
    void amount_changed(const plimsoll::RunAmount &amount);

private:
    void take_amount();
    [[nodiscard]] bool by_rows() const;

    RunAmount m_amount;
    QLineEdit *m_count = nullptr;
    QComboBox *m_unit = nullptr;
    NumberBox *m_epochs = nullptr;
    QHBoxLayout *m_row = nullptr, *m_again = nullptr;
};

} // namespace plimsoll
