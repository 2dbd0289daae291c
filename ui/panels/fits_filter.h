// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "ui/controls/segmented.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QSortFilterProxyModel>

#include <array>
#include <optional>

namespace plimsoll {

/// Cards of the board with one verdict, or all, whose names have every one of some words.
class FitsFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void set_verdict(std::optional<Word> verdict);
    void set_words(const QString &words);
    /// Whether a row of the source has the words, whatever its verdict.
    [[nodiscard]] bool has_words(int row, const QModelIndex &parent = {}) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    std::optional<Word> m_verdict;
    QStringList m_words;
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

signals:
    void filtered();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();

    FitsFilter &m_filter;
    QLineEdit m_search;
    Segmented m_verdicts;
    QBoxLayout *m_row = nullptr;
    std::array<int, 4> m_counts{}; ///< one of each word that is known
    int m_all = 0;
};

} // namespace plimsoll
