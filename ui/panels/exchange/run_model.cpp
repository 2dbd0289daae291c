// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/exchange/run_model.h"

#include "core/measured/comparison.h"
#include "ui/document/text.h"

#include <QFont>

namespace plimsoll {

QString RunModel::title_of(const MeasuredCurve &curve)
{
    if (curve.what == "device") return tr("Card %1, all processes").arg(qt(curve.of));
    return curve.what == "process" ? tr("Process %1").arg(qt(curve.of)) : tr("%1 of %2").arg(qt(curve.what), qt(curve.of));
}

void RunModel::add(const QString &title, const std::optional<Bytes> &of_run, const std::optional<Bytes> &of_plan)
{
    if (of_run) m_rows.push_back({title, of_run, of_plan});
}

void RunModel::show_answer(const MeasuredAnswer &answer, const Numbers &numbers)
{
    beginResetModel();
    m_rows.clear();
    m_numbers = numbers;
    m_parting = -1;
    const Measured &run = answer.measured;
    const Peak *const peak = answer.planned ? &answer.planned->estimate.shown().peak : nullptr;
    const auto of_plan = [peak](Bytes Peak::*figure) { return peak ? std::optional(peak->*figure) : std::nullopt; };
    add(tr("Allocated, whole run"), run.allocated_peak, of_plan(&Peak::allocated));
    add(tr("Reserved, whole run"), run.reserved_peak, of_plan(&Peak::reserved));
    add(tr("Process on the card"), run.device_peak, of_plan(&Peak::device));
    add(tr("Outside PyTorch"), run.outside_torch, peak ? std::optional(peak->device - peak->reserved) : std::nullopt);
    add(tr("Card, all processes"), run.used_peak);
    if (run.curves.size() > 1) // of several cards or processes, which the figures above take together
        for (const MeasuredCurve &curve : run.curves)
            if (!curve.of.empty()) add(title_of(curve), curve.peak());
    for (std::size_t i = 0; i < answer.phases.size(); ++i) {
        const PhaseComparison &phase = answer.phases[i];
        if (answer.parts && answer.parts->phase == i) m_parting = static_cast<int>(m_rows.size());
        const QString title = qt(title_of_measured(phase.phase));
        m_rows.push_back(
            {phase.step == 0 ? tr("Before the steps, %1").arg(title) : tr("Step %1, %2").arg(numbers.count(phase.step), title),
             phase.measured, phase.planned});
    }
    endResetModel();
}

int RunModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int RunModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QString RunModel::text_at(const Row &row, int column) const
{
    const QString none(QChar(0x2013));
    const bool both = row.measured && row.planned;
    switch (column) {
    case what: return row.title;
    case measured: return row.measured ? m_numbers.table(*row.measured) : none;
    case planned: return row.planned ? m_numbers.table(*row.planned) : none;
    case off: return both ? m_numbers.table_difference(*row.measured - *row.planned) : none;
    default: break;
    }
    if (!both || *row.planned == 0) return none;
    const double share = (static_cast<double>(*row.measured) / static_cast<double>(*row.planned) - 1.0) * 100.0;
    const QString sign = share < -0.005 ? QString(QChar(0x2212)) : share > 0.005 ? QStringLiteral("+") : QString();
    return sign + m_numbers.locale.toString(qAbs(share), 'f', 2);
}

QVariant RunModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text_at(row, column);
    case Qt::TextAlignmentRole: return int((column == what ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont bold;
        bold.setBold(true);
        return index.row() == m_parting ? QVariant(bold) : QVariant();
    }
    case Qt::ToolTipRole:
        if (column == measured && row.measured) return m_numbers.exact(*row.measured);
        if (column == planned && row.planned) return m_numbers.exact(*row.planned);
        if (column == off && row.measured && row.planned) return m_numbers.exact(*row.measured - *row.planned);
        return {};
    default: return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section == what ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case what: return tr("At its most");
    case measured: return tr("Measured, %1").arg(m_numbers.unit_name());
    case planned: return tr("Planned, %1").arg(m_numbers.unit_name());
    case off: return tr("Difference");
    default: return QStringLiteral("%");
    }
}

} // namespace plimsoll
