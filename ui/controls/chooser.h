// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"

#include <QAbstractTableModel>
#include <QFrame>
#include <QLayout>
#include <QLineEdit>
#include <QTreeView>

#include <functional>
#include <map>
#include <vector>

namespace plimsoll {

/// One thing to choose: a model, a card, an action.
struct ChooserItem {
    QString id;
    QString header; ///< the heading it stands under
    QString title;
    QString middle; ///< muted, right of the title
    QString right;  ///< muted, at the right edge
    QString also;   ///< further words that find it
    bool enabled = true;
    bool in_place = false; ///< taking it leaves the list open: something is to be done first
    bool operator==(const ChooserItem &) const = default;
};

/// A verdict beside an item, for its mark and its tip.
struct ChooserMark {
    Word word = Word::unknown;
    QString tip;
    bool operator==(const ChooserMark &) const = default;
};
using ChooserMarks = std::map<QString, ChooserMark>; ///< by the items' ids

/// What a query itself means, beside the words that it holds.
struct TypedItems {
    std::vector<ChooserItem> first; ///< before what has the words
    std::vector<ChooserItem> last;  ///< behind it
    bool whole = false;             ///< nothing but these is listed
};
using TypedMeaning = std::function<TypedItems(const QString &query)>;

/// The items that a query leaves, under their headings; headings cannot be chosen.
class ChooserModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void set_items(std::vector<ChooserItem> items);
    /// Marks come later than the items. `room`: items without one keep the room of it, so that no title moves.
    void set_marks(ChooserMarks marks, bool room);
    /// Keeps what holds every word of `query`. `typed` tells what the query itself means; may be empty.
    void set_query(const QString &query, const TypedMeaning &typed = {});
    /// Said in the list where nothing is left.
    void set_nothing(const QString &text) { m_nothing = text; }
    [[nodiscard]] const ChooserItem *item(const QModelIndex &index) const; ///< null for headings
    [[nodiscard]] QModelIndex first_item() const;
    [[nodiscard]] QModelIndex index_of(const QString &id) const; ///< its last place; invalid where it has none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] const ChooserMark *mark(const QModelIndex &index) const; ///< null: it has none
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    [[nodiscard]] QVariant decoration(const QModelIndex &index) const;

    struct Row {
        bool heading = false;
        ChooserItem item;
    };
    std::vector<ChooserItem> m_items;
    std::vector<Row> m_rows;
    ChooserMarks m_marks;
    bool m_mark_room = false;
    QString m_nothing;
};

/// A list that opens under a button with a search field on top: type, Enter takes the first.
class Chooser : public QFrame {
    Q_OBJECT
public:
    explicit Chooser(const QString &hint, QWidget *parent);

    void set_items(std::vector<ChooserItem> items) { m_model.set_items(std::move(items)); }
    void set_typed(TypedMeaning typed) { m_typed = std::move(typed); }
    void set_nothing(const QString &text) { m_model.set_nothing(text); }
    /// A row below the list; it is told of what is typed by typed().
    void set_footer(QWidget *footer) { layout()->addWidget(footer); }
    /// Opens below `anchor`, `width` wide, with an empty search, at the item `in_use` where the list has it.
    void open_below(QWidget *anchor, int width, const QString &in_use = {});
    [[nodiscard]] QLineEdit *search() { return &m_search; }
    [[nodiscard]] ChooserModel &model() { return m_model; }
    [[nodiscard]] QTreeView &view() { return m_view; }

signals:
    void chosen(const QString &id);
    void taken_in_place(const QString &id); ///< of an item that leaves the list open
    void typed(const QString &query);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void take(const QModelIndex &index);
    void filter(const QString &query);
    void build_view();

    ChooserModel m_model;
    QLineEdit m_search;
    QTreeView m_view;
    TypedMeaning m_typed;
};

} // namespace plimsoll
