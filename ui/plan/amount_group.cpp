// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/typed_number.h"
#include "ui/document/text.h"
#include "ui/plan/amount_group.h"

#include <array>
#include <cmath>
#include <utility>

namespace plimsoll {
namespace {

constexpr double most_epochs = 10'000;
constexpr std::array<std::pair<double, const char *>, 3> typed_scales{{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}}};

/// "10M", "1.5B", "50,000": as it may be typed again.
QString typed_form(double value)
{
    for (const auto &[scale, letter] : typed_scales)
        if (const double in_scale = value / scale; in_scale >= 1 && std::round(in_scale * 100) == in_scale * 100)
            return QLocale().toString(in_scale, 'g', 6) + QLatin1String(letter);
    return QLocale().toString(static_cast<qlonglong>(std::llround(value)));
}

} // namespace

AmountGroup::AmountGroup(QWidget *parent) : FieldForm(tr("Cost"), parent) // longer, it would push the fields aside
{
    m_row = add_row(tr("Data"), {});
    m_count = new QLineEdit(this);
    m_count->setAccessibleName(tr("How much the run goes through"));
    m_count->setPlaceholderText(tr("10M"));
    m_count->setToolTip(tr("Tokens or rows of the data set: then hours and dollars of the whole run are told."));
    m_unit = add_choice(m_row, tr("What is counted"), {}, {{"tokens", tr("tokens")}, {"rows", tr("rows")}});
    m_unit->setToolTip(tr("Tokens of the data set, or rows of the plan's own length."));
    m_count->setFixedHeight(m_unit->height());
    m_count->setMinimumWidth(m_unit->minimumWidth());
    m_row->insertWidget(0, m_count, 1);
    m_again = add_row(tr("Epochs"), {});
    m_epochs = new NumberBox(0, this);
    m_epochs->setRange(0.01, most_epochs);
    m_epochs->setAccessibleName(tr("How often it goes through the data"));
    m_epochs->setToolTip(tr("Hours and dollars are told of all of them together."));
    m_epochs->setFixedHeight(m_unit->height());
    ignore_wheel_without_focus(m_epochs);
    leave_undo_to_the_window(*m_epochs);
    m_again->addWidget(m_epochs, 1);
    connect(m_count, &QLineEdit::editingFinished, this, [this] {
        if (m_count->isModified()) take_amount();
    });
    connect(m_unit, &QComboBox::activated, this, [this] { take_amount(); });
    connect(m_epochs, &QDoubleSpinBox::valueChanged, this, [this] { take_amount(); });
}

bool AmountGroup::by_rows() const { return m_unit->currentData().toString() == QStringLiteral("rows"); }

/// What cannot be read leaves the amount as it was, and stands in the field until it is shown again.
void AmountGroup::take_amount()
{
    RunAmount next;
    const QString typed = m_count->text().trimmed();
    const auto count = typed_count(utf8(typed));
    if (!typed.isEmpty() && (!count || *count < 1)) {
        m_count->setText(m_amount.named() ? typed_form(m_amount.tokens ? *m_amount.tokens : *m_amount.rows) : QString());
        return;
    }
    if (count) (by_rows() ? next.rows : next.tokens) = static_cast<double>(*count);
    next.epochs = m_amount.named() && count ? m_epochs->value() : 1;
    m_count->setModified(false);
    if (next != m_amount) emit amount_changed(next);
}

void AmountGroup::show_amount(const RunAmount &amount, const Plan &resolved)
{
    const bool trains = resolved.task == Task::train;
    m_amount = amount;
    const QSignalBlocker silent_epochs(m_epochs), silent_unit(m_unit);
    m_unit->setItemText(1, trains ? tr("rows") : tr("requests"));
    if (amount.named()) m_unit->setCurrentIndex(amount.rows ? 1 : 0);
    if (!m_count->hasFocus() || !m_count->isModified())
        m_count->setText(amount.named() ? typed_form(amount.tokens ? *amount.tokens : *amount.rows) : QString());
    m_epochs->setValue(amount.epochs);
    set_row_visible(m_again, trains && amount.named());
}

} // namespace plimsoll
