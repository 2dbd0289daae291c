// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"
#include "ui/controls/segmented.h"

#include <QLineEdit>
#include <QSortFilterProxyModel>

#include <optional>

namespace plimsoll {

/// Cards of the board with one verdict, or all, whose names have every one of some words.
class FitsFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void set_verdict(std::optional<Fits> verdict);
    void set_words(const QString &words);
    /// Whether a row of the source has the words, whatever its verdict.
    [[nodiscard]] bool has_words(int row, const QModelIndex &parent = {}) const;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    std::optional<Fits> m_verdict;
    QStringList m_words;
};

/// Above the board: what to search for, and how many cards fit, are tight, or do not, each a press that leaves only these.
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

private:
    FitsFilter &m_filter;
    QLineEdit m_search;
    Segmented m_verdicts;
};

} // namespace plimsoll
