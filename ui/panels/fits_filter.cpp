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
constexpr std::array shown_alone{Word::fits, Word::tight, Word::unlikely, Word::does_not_fit};

constexpr int longest_search = 220; ///< pixels

QString value_of(Word word) { return QString::number(static_cast<int>(word)); }

/// `brief`: for want of room.
QString title_of(Word word, int count, bool brief)
{
    switch (word) {
    case Word::fits: return FitsBar::tr("Fits %1").arg(count);
    case Word::tight: return FitsBar::tr("Tight %1").arg(count);
    case Word::unlikely: return FitsBar::tr("Unlikely %1").arg(count);
    default: return brief ? FitsBar::tr("No %1").arg(count) : FitsBar::tr("Does not fit %1").arg(count);
    }
}

} // namespace

void FitsFilter::set_verdict(std::optional<Word> verdict)
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

void FitsFilter::set_range(CardRange range)
{
    if (range == m_range) return;
    m_range = range;
    invalidateFilter();
}

bool FitsFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QModelIndex first = sourceModel()->index(row, 0, parent);
    if (m_verdict && first.data(FitsModel::word_role).toInt() != static_cast<int>(*m_verdict)) return false;
    return has_words(row, parent);
}

bool FitsFilter::has_words(int row, const QModelIndex &parent) const
{
    if (m_words.isEmpty()) {
        if (m_range == CardRange::all) return true;
        const int role = m_range == CardRange::mine ? FitsModel::mine_role : FitsModel::common_role;
        return sourceModel()->index(row, 0, parent).data(role).toBool();
    }
    const QString name = sourceModel()->index(row, 0, parent).data(FitsModel::name_role).toString();
    return std::ranges::all_of(m_words, [&](const QString &word) { return name.contains(word, Qt::CaseInsensitive); });
}

FitsBar::FitsBar(FitsFilter &filter, QWidget *parent) : QWidget(parent), m_filter(filter)
{
    m_row = new QHBoxLayout(this);
    m_row->setContentsMargins(4, 6, 12, 4);
    for (const auto &[range, title] :
         {std::pair{CardRange::common, tr("Common cards")}, {CardRange::mine, tr("My cards")}, {CardRange::all, tr("All cards")}})
        m_range.addItem(title, static_cast<int>(range));
    m_range.setAccessibleName(tr("Which cards are looked at"));
    m_range.setToolTip(tr("Common cards: those that people buy and rent today. A search looks in all of them."));
    m_range.setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_range.setMinimumContentsLength(14);
    m_range.setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    ignore_wheel_without_focus(&m_range);
    connect(&m_range, &QComboBox::currentIndexChanged, this, [this] {
        m_filter.set_range(static_cast<CardRange>(m_range.currentData().toInt()));
        count();
        emit filtered();
    });
    m_search.setPlaceholderText(tr("Search cards"));
    m_search.setAccessibleName(tr("Search cards"));
    m_search.setClearButtonEnabled(true);
    name_clear_button(m_search);
    m_search.setMaximumWidth(longest_search);
    m_search.setTextMargins(4, 0, 0, 0);
    m_verdicts.setAccessibleName(tr("Cards that are shown"));
    m_verdicts.add(QStringLiteral("all"), tr("All"));
    for (const Word word : shown_alone) m_verdicts.add(value_of(word), title_of(word, 0, false));
    m_verdicts.set_value(QStringLiteral("all"));
    auto *which = new QHBoxLayout;
    which->setSpacing(8);
    which->addWidget(&m_range);
    which->addWidget(&m_search, 1);
    m_row->addLayout(which, 1);
    m_row->addStretch(0); // what the search, which ends somewhere, does not take
    m_row->addWidget(&m_verdicts);
    connect(&m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter.set_words(text);
        count();
        emit filtered();
    });
    connect(&m_verdicts, &Segmented::chosen, this, [this](const QString &value) {
        const auto one = std::ranges::find_if(shown_alone, [&](Word word) { return value_of(word) == value; });
        m_filter.set_verdict(one == shown_alone.end() ? std::nullopt : std::optional(*one));
        emit filtered();
    });
}

void FitsBar::count()
{
    const QAbstractItemModel &model = *m_filter.sourceModel();
    m_counts.fill(0);
    m_all = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (!m_filter.has_words(row)) continue;
        ++m_all;
        const int word = model.index(row, 0).data(FitsModel::word_role).toInt();
        for (std::size_t i = 0; i < shown_alone.size(); ++i) m_counts[i] += static_cast<int>(shown_alone[i]) == word;
    }
    arrange();
}

/// Where search and segments have no room beside each other, the last segment says less, and then they stand in two rows.
void FitsBar::arrange()
{
    const auto say = [this](bool brief) {
        m_verdicts.set_title(QStringLiteral("all"), tr("All %1").arg(m_all));
        for (std::size_t i = 0; i < shown_alone.size(); ++i)
            m_verdicts.set_title(value_of(shown_alone[i]), title_of(shown_alone[i], m_counts[i], brief));
        return m_verdicts.needed_width();
    };
    constexpr int beside_words = 36; // margins and the cross
    constexpr int between = 8, between_rows = 4;
    const int search = m_search.fontMetrics().horizontalAdvance(m_search.placeholderText()) + beside_words +
                       m_range.sizeHint().width() + between;
    const QMargins margins = m_row->contentsMargins();
    const int room = width() - margins.left() - margins.right(), beside = room - search - between;
    const bool one_row = say(false) <= beside || say(true) <= beside;
    if (!one_row) say(say(false) > room);
    m_search.setMaximumWidth(one_row ? longest_search : QWIDGETSIZE_MAX);
    m_row->setDirection(one_row ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_row->setSpacing(one_row ? between : between_rows);
}

void FitsBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace plimsoll
