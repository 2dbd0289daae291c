// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/field_widgets.h"
#include "ui/panels/fits_filter.h"
#include "ui/panels/fits_model.h"

#include <QHBoxLayout>

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

/// Segments by their value; the first one leaves every card.
constexpr std::array shown_alone{Fits::yes, Fits::tight, Fits::no};

QString value_of(Fits fits) { return QString::number(static_cast<int>(fits)); }

QString title_of(Fits fits, int count)
{
    switch (fits) {
    case Fits::yes: return FitsBar::tr("Fits %1").arg(count);
    case Fits::tight: return FitsBar::tr("Tight, unlikely %1").arg(count);
    default: return FitsBar::tr("Does not fit %1").arg(count);
    }
}

} // namespace

void FitsFilter::set_verdict(std::optional<Fits> verdict)
{
    if (verdict == m_verdict) return;
    m_verdict = verdict;
    invalidateFilter();
}

void FitsFilter::set_words(const QString &words)
{
    QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (parts == m_words) return;
    m_words = std::move(parts);
    invalidateFilter();
}

bool FitsFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QModelIndex first = sourceModel()->index(row, 0, parent);
    if (m_verdict && first.data(FitsModel::fits_role).toInt() != static_cast<int>(*m_verdict)) return false;
    return has_words(row, parent);
}

bool FitsFilter::has_words(int row, const QModelIndex &parent) const
{
    if (m_words.isEmpty()) return true;
    const QString name = sourceModel()->index(row, 0, parent).data(FitsModel::name_role).toString();
    return std::ranges::all_of(m_words, [&](const QString &word) { return name.contains(word, Qt::CaseInsensitive); });
}

FitsBar::FitsBar(FitsFilter &filter, QWidget *parent) : QWidget(parent), m_filter(filter)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(4, 6, 12, 4);
    row->setSpacing(8);
    m_search.setPlaceholderText(tr("Search cards"));
    m_search.setAccessibleName(tr("Search cards"));
    m_search.setClearButtonEnabled(true);
    name_clear_button(m_search);
    m_search.setMaximumWidth(220);
    m_search.setTextMargins(4, 0, 0, 0);
    m_verdicts.setAccessibleName(tr("Cards that are shown"));
    m_verdicts.add(QStringLiteral("all"), tr("All"));
    for (const Fits fits : shown_alone) m_verdicts.add(value_of(fits), title_of(fits, 0));
    m_verdicts.set_value(QStringLiteral("all"));
    row->addWidget(&m_search, 1);
    row->addStretch(1);
    row->addWidget(&m_verdicts);
    connect(&m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter.set_words(text);
        count();
        emit filtered();
    });
    connect(&m_verdicts, &Segmented::chosen, this, [this](const QString &value) {
        const auto one = std::ranges::find_if(shown_alone, [&](Fits fits) { return value_of(fits) == value; });
        m_filter.set_verdict(one == shown_alone.end() ? std::nullopt : std::optional(*one));
        emit filtered();
    });
}

void FitsBar::count()
{
    const QAbstractItemModel &model = *m_filter.sourceModel();
    std::array<int, shown_alone.size()> counts{};
    int all = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (!m_filter.has_words(row)) continue;
        ++all;
        const int fits = model.index(row, 0).data(FitsModel::fits_role).toInt();
        for (std::size_t i = 0; i < shown_alone.size(); ++i) counts[i] += static_cast<int>(shown_alone[i]) == fits;
    }
    m_verdicts.set_title(QStringLiteral("all"), tr("All %1").arg(all));
    for (std::size_t i = 0; i < shown_alone.size(); ++i)
        m_verdicts.set_title(value_of(shown_alone[i]), title_of(shown_alone[i], counts[i]));
}

} // namespace plimsoll
