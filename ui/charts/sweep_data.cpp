// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweep_data.h"
#include "ui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdlib>

namespace plimsoll {

namespace {

constexpr std::size_t sweep_data_fixed_columns = 3;

/// A context of its own, by which lupdate finds the strings of free functions.
struct SweepDataWords {
    Q_DECLARE_TR_FUNCTIONS(Sweep)
};

QString value_text(const SweepScale &scale, Count value, const Numbers &numbers)
{
    const QString number = numbers.count(value);
    return scale.unit.isEmpty() ? scale.title + QLatin1Char(' ') + number : number + QLatin1Char(' ') + scale.unit;
}

QString place_text(const SweepData &data, std::size_t index)
{
    const QString x = value_text(data.scales[0], data.scales[0].values[index / data.rows()], data.numbers);
    return data.grid()
               ? x + QStringLiteral(" × ") + value_text(data.scales[1], data.scales[1].values[index % data.rows()], data.numbers)
               : x;
}

/// `tight`: the middle of the estimate has room.
QString verdict_text(Fits fits, bool tight)
{
    switch (fits) {
    case Fits::yes: return SweepDataWords::tr("Fits");
    case Fits::tight: return tight ? SweepDataWords::tr("Tight") : SweepDataWords::tr("Unlikely");
    case Fits::no: return SweepDataWords::tr("Does not fit");
    case Fits::unknown: break;
    }
    return QStringLiteral("?");
}

QString line_sentence(const SweepData &data, const SweepCell &cell, std::size_t line)
{
    const QString title = qt(data.lines[line].title);
    switch (cell.fits[line]) {
    case Fits::yes: return SweepDataWords::tr("Fits %1.").arg(title);
    case Fits::tight:
        return (cell.need <= data.lines[line].usable ? SweepDataWords::tr("Tight on %1.") : SweepDataWords::tr("Unlikely on %1."))
            .arg(title);
    case Fits::no:
        return SweepDataWords::tr("Over %1 by %2.")
            .arg(title, data.numbers.brief_with_unit(std::abs(cell.need - data.lines[line].usable)));
    case Fits::unknown: break;
    }
    return SweepDataWords::tr("Not known on %1.").arg(title);
}

} // namespace

std::optional<std::size_t> SweepData::now() const
{
    std::size_t out = 0;
    for (const SweepScale &scale : scales) {
        const auto found = std::ranges::find(scale.values, scale.now);
        if (found == scale.values.end()) return std::nullopt;
        out = out * scale.values.size() + static_cast<std::size_t>(found - scale.values.begin());
    }
    return scales.empty() ? std::nullopt : std::optional(out);
}

QString sentence_of(const SweepData &data, std::size_t index)
{
    const SweepCell &cell = data.cells[index];
    const QString place = place_text(data, index);
    if (!cell.problem.isEmpty()) return place + QStringLiteral(": ") + cell.problem;
    const Numbers &n = data.numbers;
    QString out = SweepDataWords::tr("%1: %2 (%3 to %4).")
                      .arg(place, n.brief_with_unit(cell.need), n.brief(cell.interval.low), n.brief(cell.interval.high));
    for (std::size_t i = 0; i < data.lines.size() && i < cell.fits.size(); ++i)
        out += QLatin1Char(' ') + line_sentence(data, cell, i);
    return out;
}

QString sentence_of(const SweepData &data)
{
    if (data.scales.empty()) return {};
    QString out = data.grid() ? SweepDataWords::tr("Memory over %1 and %2.").arg(data.scales[0].title, data.scales[1].title)
                              : SweepDataWords::tr("Memory over %1.").arg(data.scales[0].title);
    for (std::size_t i = 0; i < data.limits.size() && i < data.lines.size(); ++i)
        if (data.limits[i])
            out +=
                QLatin1Char(' ') + SweepDataWords::tr("Up to %1 fits %2.")
                                       .arg(value_text(data.scales[0], *data.limits[i], data.numbers), qt(data.lines[i].title));
    return out;
}

void SweepTableModel::set_data(const SweepData &data)
{
    beginResetModel();
    m_data = data;
    endResetModel();
}

int SweepTableModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid()) return 0;
    return static_cast<int>(m_data.grid() ? m_data.rows() : m_data.columns());
}

int SweepTableModel::columnCount(const QModelIndex &parent) const
{
    if (parent.isValid() || m_data.scales.empty()) return 0;
    return static_cast<int>(m_data.grid() ? m_data.columns() : sweep_data_fixed_columns + m_data.lines.size());
}

QVariant SweepTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<std::size_t>(index.row()), column = static_cast<std::size_t>(index.column());
    const std::size_t at = m_data.grid() ? m_data.index(column, row) : row;
    const SweepCell &cell = m_data.cells[at];
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignTrailing | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) return sentence_of(m_data, at);
    if (!cell.problem.isEmpty()) return role == Qt::DisplayRole ? QVariant(QString(QChar(0x2013))) : QVariant();
    if (!m_data.grid() && column >= sweep_data_fixed_columns)
        return role == Qt::DisplayRole
                   ? QVariant(verdict_text(cell.fits[column - sweep_data_fixed_columns],
                                           cell.need <= m_data.lines[column - sweep_data_fixed_columns].usable))
                   : QVariant();
    const Bytes bytes = m_data.grid() || column == 0 ? cell.need : column == 1 ? cell.interval.low : cell.interval.high;
    if (role == Qt::DisplayRole) return m_data.numbers.table(bytes);
    return role == Qt::UserRole ? QVariant::fromValue<qlonglong>(bytes) : QVariant();
}

QVariant SweepTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || section < 0 || m_data.scales.empty()) return {};
    const auto i = static_cast<std::size_t>(section);
    const bool across = orientation == Qt::Horizontal;
    if (m_data.grid() || !across) {
        const SweepScale &scale = m_data.scales[m_data.grid() && !across ? 1 : 0];
        return i < scale.values.size() ? QVariant(value_text(scale, scale.values[i], m_data.numbers)) : QVariant();
    }
    if (i == 0) return SweepDataWords::tr("On the device, %1").arg(m_data.numbers.unit_name());
    if (i < sweep_data_fixed_columns) return i == 1 ? SweepDataWords::tr("Interval from") : SweepDataWords::tr("Interval to");
    return i - sweep_data_fixed_columns < m_data.lines.size() ? QVariant(qt(m_data.lines[i - sweep_data_fixed_columns].title))
                                                              : QVariant();
}

} // namespace plimsoll
