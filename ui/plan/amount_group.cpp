// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/read_file.h"
#include "core/ground/typed_number.h"
#include "ui/document/text.h"
#include "ui/plan/amount_group.h"

#include <QFileDialog>

#include <array>
#include <cmath>
#include <filesystem>
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
    add_lengths();
    connect(m_count, &QLineEdit::editingFinished, this, [this] {
        if (m_count->isModified()) take_amount();
    });
    connect(m_unit, &QComboBox::activated, this, [this] { take_amount(); });
    connect(m_epochs, &QDoubleSpinBox::valueChanged, this, [this] { take_amount(); });
}

void AmountGroup::add_lengths()
{
    m_of_lengths = add_row(tr("Row lengths"), {});
    m_lengths = add_choice(m_of_lengths, tr("How long the rows are"), {},
                           {{"plan", tr("as the plan says")}, {"file", tr("from a file…")}});
    m_lengths->setToolTip(tr("A file with a length a line, a JSON list, or JSON lines with length or input_ids: then padding and "
                             "shorter batches count in hours and dollars."));
    m_of_batches = add_row(tr("Batches"), {});
    m_batches = add_choice(m_of_batches, tr("What becomes of rows that are not alike"), {},
                           {{"", tr("as the plan says")},
                            {"padded", tr("padded")},
                            {"by_length", tr("sorted by length")},
                            {"packed", tr("packed")},
                            {"padding_free", tr("padding-free")}});
    m_batches->setToolTip(tr("Rows are padded to the longest of their batch, sorted so that alike ones meet, or laid one behind "
                             "the other until they fill the length."));
    m_refused = add_note();
    m_refused->hide();
    connect(m_lengths, &QComboBox::activated, this, &AmountGroup::choose_lengths);
    connect(m_batches, &QComboBox::activated, this, [this] {
        RunAmount next = m_amount;
        next.batches = batching_named(utf8(m_batches->currentData().toString()));
        if (next != m_amount) emit amount_changed(next);
    });
}

void AmountGroup::choose_lengths(int index)
{
    m_refused->hide();
    const QString chosen = m_lengths->itemData(index).toString();
    RunAmount next = m_amount;
    if (chosen == QStringLiteral("plan")) {
        next.lengths.reset();
        next.batches.reset();
    }
    if (chosen == QStringLiteral("file")) ask_for_lengths();
    if (next != m_amount) return static_cast<void>(emit amount_changed(next));
    show_lengths(m_amount, true);
}

void AmountGroup::ask_for_lengths()
{
    auto *const dialog = new QFileDialog(this, tr("Lengths of a data set's rows"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &AmountGroup::take_lengths);
    dialog->open();
}

void AmountGroup::take_lengths(const QString &path)
{
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;
    const Result<std::string> text = read_file(std::filesystem::path(path.toStdU16String()), most_bytes);
    Result<RowLengths> read = text.ok() ? lengths_from_text(*text) : Result<RowLengths>(text.error());
    m_refused->setVisible(!read.ok());
    if (!read.ok()) {
        m_refused->setText(qt(read.error().message()));
        return show_lengths(m_amount, true);
    }
    RunAmount next = m_amount;
    next.lengths = std::move(read).value();
    next.tokens.reset();
    next.rows = next.lengths->count();
    if (next != m_amount) emit amount_changed(next);
}

void AmountGroup::show_lengths(const RunAmount &amount, bool trains)
{
    const QSignalBlocker silent_lengths(m_lengths), silent_batches(m_batches);
    constexpr int read = 2; // behind the two that are always there
    while (m_lengths->count() > read) m_lengths->removeItem(read);
    if (amount.lengths) {
        const auto tokens = [](Count value) { return QLocale().toString(static_cast<qlonglong>(value)); };
        m_lengths->addItem(
            tr("%1 to %2 tokens").arg(tokens(amount.lengths->rows.front().first), tokens(amount.lengths->rows.back().first)),
            QStringLiteral("read"));
    }
    m_lengths->setCurrentIndex(amount.lengths ? read : 0);
    m_batches->setCurrentIndex(amount.batches ? static_cast<int>(*amount.batches) + 1 : 0);
    set_row_visible(m_of_lengths, trains);
    set_row_visible(m_of_batches, trains && amount.lengths.has_value());
}

bool AmountGroup::by_rows() const { return m_unit->currentData().toString() == QStringLiteral("rows"); }

/// What cannot be read leaves the amount as it was, and stands in the field until it is shown again.
void AmountGroup::take_amount()
{
    RunAmount next = m_amount;
    next.tokens.reset();
    next.rows.reset();
    const QString typed = m_count->text().trimmed();
    const auto count = typed_count(utf8(typed));
    if (!typed.isEmpty() && (!count || *count < 1)) {
        m_count->setText(m_amount.named() ? typed_form(m_amount.tokens ? *m_amount.tokens : *m_amount.rows) : QString());
        return;
    }
    if (count) (by_rows() ? next.rows : next.tokens) = static_cast<double>(*count);
    count_rows(next);
    next.epochs = m_amount.named() && next.named() ? m_epochs->value() : 1;
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
    show_lengths(amount, trains);
}

} // namespace plimsoll
