// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "ui/controls/segmented.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QSortFilterProxyModel>

#include <array>
#include <optional>

namespace plimsoll {

/// Which cards of the catalogue are looked at.
enum class CardRange : std::uint8_t {
    common, ///< cards that people buy and rent today: no slice, system on a chip, laptop or card of before 2018
    mine,   ///< the session's
    all
};

/// Cards of the board with one verdict, or all, whose names have every one of some words. Words are looked for in all cards.
class FitsFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void set_verdict(std::optional<Word> verdict);
    void set_words(const QString &words);
    void set_range(CardRange range);
    /// Whether a row of the source has the words, or is in the range where there are none, whatever its verdict.
    [[nodiscard]] bool has_words(int row, const QModelIndex &parent = {}) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    std::optional<Word> m_verdict;
    QStringList m_words;
    CardRange m_range = CardRange::common;
};

/// Above the board: what to search for, and how many cards fit, are tight or unlikely, or do not fit, each a press that leaves only these.
class FitsBar : public QWidget {
    Q_OBJECT
public:
    explicit FitsBar(FitsFilter &filter, QWidget *parent = nullptr);
    /// Counts the rows of the filter's source that have the words.
    void count();
    [[nodiscard]] QLineEdit &search() { return m_search; }
    [[nodiscard]] Segmented &verdicts() { return m_verdicts; }
    [[nodiscard]] QComboBox &range() { return m_range; }

signals:
    void filtered();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();

    FitsFilter &m_filter;
    QComboBox m_range;
    QLineEdit m_search;
    Segmented m_verdicts;
    QBoxLayout *m_row = nullptr;
    std::array<int, 4> m_counts{}; ///< one of each word that is known
    int m_all = 0;
};

} // namespace plimsoll
