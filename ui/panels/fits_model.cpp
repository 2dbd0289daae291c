// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fits_model.h"
#include "ui/document/text.h"
#include "ui/panels/wording.h"

#include <algorithm>

namespace plimsoll {
namespace {

QString short_verdict(Fits fits)
{
    switch (fits) {
    case Fits::yes: return FitsModel::tr("Fits");
    case Fits::tight: return FitsModel::tr("Tight");
    case Fits::no: return FitsModel::tr("No");
    case Fits::unknown: break;
    }
    return FitsModel::tr("?");
}

/// Data-centre cards beyond this make the bars of all others too short to read; theirs are cut.
constexpr Bytes longest_bar = Bytes{48} * gib;

} // namespace

void FitsModel::set_estimate(std::shared_ptr<const Estimate> estimate, const Numbers &numbers,
                             const std::function<Verdict(const Estimate &, const Gpu &)> &judge)
{
    std::vector<Row> rows;
    if (estimate)
        for (const Gpu &gpu : gpu_catalogue()) rows.push_back({&gpu, judge(*estimate, gpu)});
    std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.verdict.usable < b.verdict.usable; });
    m_numbers = numbers;
    m_bar_bytes = longest_bar;
    if (estimate) m_bar_bytes = std::max(longest_bar, estimate->peak.device + estimate->peak.device / 4);
    const bool same = rows.size() == m_rows.size() && std::equal(rows.begin(), rows.end(), m_rows.begin(),
                                                                 [](const Row &a, const Row &b) { return a.gpu == b.gpu; });
    if (same && !rows.empty()) {
        m_rows = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
        emit headerDataChanged(Qt::Horizontal, usable, spare);
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int FitsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int FitsModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QString FitsModel::text_at(const Row &row, int column) const
{
    switch (column) {
    case verdict: return short_verdict(row.verdict.fits);
    case card: return qt(row.gpu->short_name());
    case usable: return m_numbers.table(row.verdict.usable);
    case spare: return m_numbers.table_difference(row.verdict.headroom);
    case year: return row.gpu->year > 0 ? QString::number(row.gpu->year) : QStringLiteral("–");
    default: return {};
    }
}

QVariant FitsModel::sort_value(const Row &row, int column) const
{
    switch (column) {
    case verdict: return static_cast<int>(row.verdict.fits);
    case usable: return static_cast<qlonglong>(row.verdict.usable);
    case spare:
    case bar: return static_cast<qlonglong>(row.verdict.headroom);
    case year: return row.gpu->year;
    default: return qt(row.gpu->short_name());
    }
}

QVariant FitsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text_at(row, column);
    case Qt::TextAlignmentRole:
        return int((column == verdict || column == card ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return qt(row.verdict.answer() + " " + row.verdict.reason);
    case Qt::AccessibleTextRole: return column == bar ? qt(row.verdict.answer()) : text_at(row, column);
    case fits_role: return static_cast<int>(row.verdict.fits);
    case need_role: return static_cast<qlonglong>(row.verdict.need.device);
    case usable_role: return static_cast<qlonglong>(row.verdict.usable);
    case name_role: return qt(row.gpu->name);
    case sort_role: return sort_value(row, column);
    default: return {};
    }
}

QVariant FitsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == verdict || section == card || section == bar ? Qt::AlignLeading : Qt::AlignTrailing) |
                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case verdict: return tr("Verdict");
    case card: return tr("Card");
    case usable: return tr("Usable, %1").arg(m_numbers.unit_name());
    case spare: return tr("Spare, %1").arg(m_numbers.unit_name());
    case bar: return tr("Need of usable");
    default: return tr("Year");
    }
}

} // namespace plimsoll
