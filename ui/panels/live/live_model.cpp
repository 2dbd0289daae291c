// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/live/live_model.h"

#include "core/cards/gpu.h"
#include "core/live/history.h"
#include "ui/document/text.h"
#include "ui/panels/live/live_words.h"

#include <algorithm>

namespace plimsoll {
namespace {

template <class T, class Write>
QString written(const Reading<T> &reading, Write write)
{
    return reading ? write(*reading) : QStringLiteral("–");
}

Reading<Bytes> held_by_largest(const LiveGpu &one)
{
    if (const LiveProcess *process = largest_process(one)) return process->used;
    return Reading<Bytes>::missing(one.processes_reason);
}

Reading<Bytes> held_by_others(const LiveGpu &one)
{
    const LiveProcess *process = largest_process(one);
    return process && one.used ? Reading<Bytes>::of(std::max<Bytes>(0, *one.used - *process->used)) : one.used;
}

/// Who it is, or why a cell is a dash.
QString tip_at(const LiveGpu &one, int column)
{
    switch (column) {
    case LiveModel::name: return one.name ? qt(*one.name) : qt(one.name.reason);
    case LiveModel::total: return qt(one.total.reason);
    case LiveModel::process: {
        const QString who = process_title(one);
        return who.isEmpty() ? qt(one.processes_reason) : LiveModel::tr("%1 holds the most.").arg(who);
    }
    case LiveModel::others:
        return one.used ? LiveModel::tr("All other processes, and what the driver keeps.") : qt(one.used.reason);
    case LiveModel::free_: return qt(one.free.reason);
    case LiveModel::utilisation: return qt(one.utilisation.reason);
    case LiveModel::temperature: return qt(one.temperature.reason);
    case LiveModel::power: return qt(one.power.reason);
    default: return {};
    }
}

/// "GeForce RTX 4090": the maker stands in the tip.
QString short_name(const std::string &reported)
{
    Gpu card;
    card.name = reported;
    return qt(card.short_name());
}

QString text_at(const LiveGpu &one, int column, const Numbers &numbers)
{
    const auto bytes = [&](Bytes value) { return numbers.table(value); };
    switch (column) {
    case LiveModel::gpu: return qt(one.label());
    case LiveModel::name: return written(one.name, [](const std::string &value) { return short_name(value); });
    case LiveModel::total: return written(one.total, bytes);
    case LiveModel::process: return written(held_by_largest(one), bytes);
    case LiveModel::others: return written(held_by_others(one), bytes);
    case LiveModel::free_: return written(one.free, bytes);
    case LiveModel::utilisation: return written(one.utilisation, [](int value) { return QStringLiteral("%1 %").arg(value); });
    case LiveModel::temperature: return written(one.temperature, [](int value) { return QStringLiteral("%1 °C").arg(value); });
    default: return written(one.power, [](int value) { return QStringLiteral("%1 W").arg(value / 1000); });
    }
}

} // namespace

void LiveModel::set_snapshot(const LiveSnapshot &snapshot, const Numbers &numbers)
{
    const bool same = snapshot.gpus.size() == m_snapshot.gpus.size();
    if (!same) beginResetModel();
    m_snapshot = snapshot;
    m_numbers = numbers;
    if (!same) return endResetModel();
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int LiveModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_snapshot.gpus.size());
}

int LiveModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QVariant LiveModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const LiveGpu &one = m_snapshot.gpus[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text_at(one, index.column(), m_numbers);
    case Qt::TextAlignmentRole: return int((index.column() <= name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return tip_at(one, index.column());
    default: return {};
    }
}

QVariant LiveModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section <= name ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QString unit = m_numbers.unit_name();
    const QStringList titles{tr("GPU"),  tr("Name"), tr("Total, %1").arg(unit), tr("Process"), tr("Others"),
                             tr("Free"), tr("Load"), tr("Temperature"),         tr("Power")};
    return titles.value(section);
}

} // namespace plimsoll
