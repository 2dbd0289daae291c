// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_table.h"
#include "ui/document/text.h"

namespace plimsoll {

namespace {

// what is asked first stands first: of many columns a narrow window shows the left ones
constexpr std::size_t total_column = 0, low_column = 1, high_column = 2, first_group = 3, first_line = first_group + group_count;

} // namespace

void MemoryTableModel::set_data(const MemoryChartData &data)
{
    const bool same_shape = data.columns.size() == m_data.columns.size() && data.lines.size() == m_data.lines.size();
    if (!same_shape) beginResetModel();
    m_data = data;
    if (!same_shape) return endResetModel();
    if (rowCount() == 0) return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int MemoryTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_data.columns.size());
}

int MemoryTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(first_line + m_data.lines.size());
}

std::optional<Bytes> MemoryTableModel::bytes_at(std::size_t row, std::size_t column) const
{
    const auto &scenario = m_data.columns[row];
    if (!scenario.problem.empty()) return std::nullopt;
    if (column == total_column) return scenario.total;
    if (column == low_column) return scenario.interval ? std::optional(scenario.interval->low) : std::nullopt;
    if (column == high_column) return scenario.interval ? std::optional(scenario.interval->high) : std::nullopt;
    if (column < first_line) return bytes_of(scenario, static_cast<Group>(column - first_group));
    return m_data.lines[column - first_line].usable - scenario.total;
}

QVariant MemoryTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const auto column = static_cast<std::size_t>(index.column());
    const auto bytes = bytes_at(static_cast<std::size_t>(index.row()), column);
    if (role == Qt::ToolTipRole && !bytes) return qt(m_data.columns[static_cast<std::size_t>(index.row())].problem);
    if (!bytes) return role == Qt::DisplayRole ? QVariant(QString(QChar(0x2013))) : QVariant();
    switch (role) {
    case Qt::DisplayRole: return column >= first_line ? m_data.numbers.table_difference(*bytes) : m_data.numbers.table(*bytes);
    case Qt::ToolTipRole: return m_data.numbers.exact(*bytes);
    case Qt::UserRole: return QVariant::fromValue<qlonglong>(*bytes);
    default: return {};
    }
}

QVariant MemoryTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || section < 0) return {};
    const auto i = static_cast<std::size_t>(section);
    if (orientation == Qt::Vertical) return i < m_data.columns.size() ? QVariant(qt(m_data.columns[i].title)) : QVariant();
    if (i == total_column) return tr("On the device, %1").arg(m_data.numbers.unit_name());
    if (i == low_column) return tr("Interval from");
    if (i == high_column) return tr("Interval to");
    if (i < first_line) return title_of(static_cast<Group>(i - first_group));
    return i - first_line < m_data.lines.size() ? tr("Spare on %1").arg(title_of(m_data.lines[i - first_line])) : QVariant();
}

} // namespace plimsoll
