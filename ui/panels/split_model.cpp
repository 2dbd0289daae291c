// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/split_model.h"

#include "ui/document/text.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

void SplitModel::show_answer(const SplitAnswer &answer, const Numbers &numbers)
{
    beginResetModel();
    m_splits.clear();
    m_numbers = numbers;
    m_fits = std::ranges::any_of(answer.found, [](const SplitAnswer::OfCards &one) { return !one.search.ranked.empty(); });
    for (const SplitAnswer::OfCards &one : answer.found) {
        const std::vector<Split> &splits = m_fits ? one.search.ranked : one.search.closest;
        m_splits.insert(m_splits.end(), splits.begin(), splits.end());
    }
    endResetModel();
}

void SplitModel::clear() { show_answer({}, m_numbers); }

const Split *SplitModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? &m_splits[static_cast<std::size_t>(row)] : nullptr;
}

int SplitModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_splits.size()); }

int SplitModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QString SplitModel::text_at(const Split &split, int column) const
{
    switch (column) {
    case cards: return m_numbers.count(split.cards);
    case SplitModel::ways:
        return split.cards == 1 && split.parallel == Parallel{} ? tr("one card") : qt(words_for(split.parallel));
    case batch: return batch_of(split);
    case need: return m_numbers.table(split.need.device);
    case spare: return m_numbers.table(split.usable - split.need.device); // as the answer says it
    default: return why_of(split);
    }
}

QString SplitModel::why_of(const Split &split) const
{
    if (!split.price_hour) return qt(split.why);
    return tr("$%1 an hour · %2").arg(m_numbers.locale.toString(*split.price_hour, 'f', 2), qt(split.why));
}

QVariant SplitModel::data(const QModelIndex &index, int role) const
{
    const Split *split = index.isValid() ? at(index.row()) : nullptr;
    if (!split) return {};
    const int column = index.column();
    const bool figure = column == need || column == spare;
    switch (role) {
    case Qt::DisplayRole: return text_at(*split, column);
    case Qt::TextAlignmentRole: return int((figure ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        if (column == need) return m_numbers.exact(split->need.device);
        if (column != spare) return text_at(*split, column);
        return tr("%1; of the interval's upper end %2")
            .arg(m_numbers.exact(split->usable - split->need.device), m_numbers.exact(split->usable - split->need.interval.high));
    default: return {};
    }
}

QVariant SplitModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool figure = section == need || section == spare;
        return int((figure ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == spare) return tr("What the fullest rank leaves of its card, as the answer has it");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case cards: return tr("Cards");
    case ways: return tr("Split");
    case batch: return tr("Batch × steps");
    case need: return tr("Needs, %1").arg(m_numbers.unit_name());
    case why: return tr("Why here");
    default: return tr("To spare");
    }
}

QString batch_of(const Split &split)
{
    const auto count = [](Count value) { return QLocale().toString(static_cast<qlonglong>(value)); };
    return split.gradient_accumulation > 1
               ? SplitModel::tr("%1 × %2").arg(count(split.micro_batch), count(split.gradient_accumulation))
               : count(split.micro_batch);
}

QString summary_of(const SplitAnswer &answer)
{
    Count tried = 0;
    std::size_t fits = 0, closest = 0;
    bool cancelled = false;
    for (const SplitAnswer::OfCards &one : answer.found) {
        tried += one.search.tried;
        fits += one.search.ranked.size();
        closest += one.search.closest.size();
        cancelled = cancelled || one.search.cancelled;
    }
    const QString ways = QLocale().toString(static_cast<qlonglong>(tried));
    if (cancelled) return SplitModel::tr("Ended after %1 ways of splitting; the best of these stand here.").arg(ways);
    if (fits > 0) return SplitModel::tr("%1 ways of splitting were tried; the best of those that fit:").arg(ways);
    return closest > 0 ? SplitModel::tr("None of %1 ways of splitting fits; these lack least:").arg(ways)
                       : SplitModel::tr("None of %1 ways of splitting can run.").arg(ways);
}

} // namespace plimsoll
