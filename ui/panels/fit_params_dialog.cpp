// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fit_params_dialog.h"

#include "ui/controls/plain_table.h"
#include "ui/document/text.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

QString title_of_part(const std::string &part)
{
    if (part == "model") return FitParamsModel::tr("Weights");
    return part == "context" ? FitParamsModel::tr("Caches") : FitParamsModel::tr("Compute buffer");
}

QString title_of_place(const std::string &place) { return place == "host" ? FitParamsModel::tr("Host") : qt(place); }

QString mebibytes(const std::optional<Bytes> &bytes, const Numbers &numbers)
{
    if (!bytes) return QStringLiteral("–");
    return numbers.locale.toString(static_cast<double>(*bytes) / static_cast<double>(mib), 'f', 1);
}

/// The program cuts off what is less than a MiB.
QString difference_text(const FitRow &row, const Numbers &numbers)
{
    if (!row.here || !row.asked) return QStringLiteral("–");
    const Bytes off = *row.here - *row.asked;
    if (off >= 0 && off < mib) return FitParamsModel::tr("equal");
    const double value = static_cast<double>(off) / static_cast<double>(mib);
    return (value > 0 ? QStringLiteral("+") : QStringLiteral("−")) + numbers.locale.toString(qAbs(value), 'f', 1);
}

} // namespace

FitParamsModel::FitParamsModel(std::vector<FitRow> rows, const Numbers &numbers) : m_rows(std::move(rows)), m_numbers(numbers) {}

int FitParamsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int FitParamsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QVariant FitParamsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const FitRow &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return int((index.column() >= planned ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == planned && row.here) return m_numbers.exact(*row.here);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case place: return title_of_place(row.place);
    case part: return title_of_part(row.part);
    case planned: return mebibytes(row.here, m_numbers);
    case asked: return mebibytes(row.asked, m_numbers);
    default: return difference_text(row, m_numbers);
    }
}

QVariant FitParamsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section >= planned ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case place: return tr("Place");
    case part: return tr("Part");
    case planned: return tr("Plimsoll, MiB");
    case asked: return tr("llama-fit-params, MiB");
    default: return tr("Difference");
    }
}

FitParamsDialog::FitParamsDialog(std::vector<FitRow> rows, const QString &command, const Numbers &numbers, QWidget *parent)
    : QDialog(parent), m_model(std::move(rows), numbers)
{
    setObjectName(QStringLiteral("fit_params_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("llama.cpp's own answer"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    auto *what = new QLabel(tr("Both lay the file out without allocating. The program reads the cards of this machine, runs one "
                               "sequence unless it is told a number, and cuts off what is less than a MiB."),
                            this);
    what->setWordWrap(true);
    column->addWidget(what);
    build_view();
    column->addWidget(&m_view, 1);
    auto *asked = new QLabel(command, this);
    asked->setWordWrap(true);
    asked->setFont(mono_font());
    asked->setForegroundRole(QPalette::PlaceholderText);
    asked->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    asked->setAccessibleName(tr("The command that was run"));
    column->addWidget(asked);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    column->addWidget(buttons);
    constexpr int width = 620, around = 220, row = 24, most_rows = 12;
    resize(width, around + row * std::min(m_model.rowCount(), most_rows));
}

void FitParamsDialog::build_view()
{
    m_view.setModel(&m_model);
    make_fitted(m_view, tr("Figures of the plan and of llama-fit-params"), FitParamsModel::part);
}

} // namespace plimsoll
