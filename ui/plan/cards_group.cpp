// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/verdict_words.h"
#include "ui/controls/wording.h"
#include "ui/document/card_names.h"
#include "ui/document/text.h"
#include "ui/plan/card_items.h"
#include "ui/plan/cards_group.h"
#include "ui/plan/field_form.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QCursor>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace plimsoll {
namespace {

constexpr int row_height = 23;

/// Where the mark of a row stands; under the mouse it turns into the cross that takes the card away.
QRect mark_in(const QRect &row, Qt::LayoutDirection direction)
{
    return QStyle::visualRect(direction, row, QRect(row.left() + 8, row.center().y() - 9, 18, 18));
}

/// A press on a row's cross removes the card; a press beside it makes it the answer's; a row dragged onto another takes its place.
class CardMouse : public QObject {
public:
    CardMouse(QListView &view, std::function<void(int)> remove, std::function<void(int, int)> move)
        : QObject(&view), m_view(view), m_remove(std::move(remove)), m_move(std::move(move))
    {
        view.viewport()->setAttribute(Qt::WA_Hover);
        view.viewport()->installEventFilter(this);
    }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonRelease) return false;
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() != Qt::LeftButton) return false;
        const QModelIndex index = m_view.indexAt(mouse->pos());
        const bool on_cross =
            index.isValid() && mark_in(m_view.visualRect(index), m_view.layoutDirection()).contains(mouse->pos());
        if (event->type() == QEvent::MouseButtonPress) {
            m_pressed = index.row();
            m_cross = on_cross;
            return false;
        }
        const int from = std::exchange(m_pressed, -1), to = index.row();
        if (m_cross && on_cross && from == to) return m_remove(to), true;
        if (!m_cross && from >= 0 && to >= 0 && from != to) return m_move(from, to), true;
        if (!m_cross && from == to && to > 0) return m_move(to, 0), true; // the answer speaks of it then
        return false;
    }

private:
    QListView &m_view;
    std::function<void(int)> m_remove;
    std::function<void(int, int)> m_move;
    int m_pressed = -1;
    bool m_cross = false;
};

class CardDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {100, row_height}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Palette &palette = current_palette();
        const bool current = option.state & QStyle::State_HasFocus;
        painter->fillRect(option.rect, current ? palette.selection : palette.field);
        const auto part = [&](const QRect &rect) { return QStyle::visualRect(option.direction, option.rect, rect); };
        if (index.row() > 0) draw_edge(*painter, option.rect, Qt::TopEdge, palette.border);
        const QRect mark = mark_in(option.rect, option.direction);
        const QPoint mouse = option.widget ? option.widget->mapFromGlobal(QCursor::pos()) : QPoint(-1, -1);
        const bool removes = (option.state & QStyle::State_MouseOver) && mark.contains(mouse);
        const QVariant word = index.data(CardsModel::word_role);
        if (removes)
            paint_icon(*painter, mark.adjusted(3, 3, -3, -3), Icon::cross, palette.text);
        else if (word.isValid())
            paint_icon(*painter, mark.adjusted(2, 2, -2, -2), icon_of(static_cast<Word>(word.toInt())),
                       palette.verdict(static_cast<Word>(word.toInt())));
        else
            paint_icon(*painter, mark, Icon::mark, palette.text);
        const QString usable = index.data(CardsModel::usable_role).toString();
        const int width = option.fontMetrics.horizontalAdvance(usable);
        const QRect inner = option.rect.adjusted(32, 0, -7, 0);
        painter->setPen(palette.muted);
        painter->drawText(part(inner), Qt::AlignVCenter | Qt::AlignRight, usable);
        painter->setPen(palette.text);
        const QRect words = inner.adjusted(0, 0, -width - 8, 0);
        QString title;
        for (const QString &form : name_forms(index.data().toString(), index.data(CardsModel::name_role).toString())) {
            title = form;
            if (option.fontMetrics.horizontalAdvance(title) <= words.width()) break;
        }
        // names and sizes of cards are read from the left in every language
        painter->drawText(part(words),
                          Qt::AlignVCenter | QStyle::visualAlignment(option.direction, Qt::AlignLeft) | Qt::TextForceLeftToRight,
                          option.fontMetrics.elidedText(title, Qt::ElideRight, words.width()));
        if (current) draw_frame(*painter, option.rect, palette.link);
    }
};

/// A row for each of the session's cards and for its budget, in their order.
std::vector<LoadLine> listed_cards(const Snapshot &snapshot)
{
    std::vector<LoadLine> out = snapshot.lines;
    if (snapshot.unknown_cards.empty()) return out;
    const std::vector<std::string> &names = snapshot.session.cards.gpus;
    auto unknown = snapshot.unknown_cards.begin();
    const std::ptrdiff_t before = snapshot.session.cards.led_by_budget() ? 1 : 0;
    for (std::size_t i = 0; i < names.size() && unknown != snapshot.unknown_cards.end(); ++i) {
        if (names[i] != *unknown) continue;
        LoadLine line{names[i], names[i]};
        line.known = false;
        out.insert(out.begin() + before + static_cast<std::ptrdiff_t>(i), std::move(line));
        ++unknown;
    }
    return out;
}

} // namespace

void CardsModel::set_verdicts(const std::vector<Verdict> &verdicts)
{
    m_verdicts = verdicts;
    if (!m_lines.empty()) emit dataChanged(index(0), index(rowCount() - 1));
}

const Verdict *CardsModel::verdict(int row) const
{
    if (!m_lines[static_cast<std::size_t>(row)].known) return nullptr;
    // those that are not known have none
    const auto at = static_cast<std::size_t>(
        std::count_if(m_lines.begin(), m_lines.begin() + row, [](const LoadLine &line) { return line.known; }));
    return at < m_verdicts.size() ? &m_verdicts[at] : nullptr;
}

void CardsModel::set_lines(const std::vector<LoadLine> &lines, const Numbers &numbers)
{
    if (lines.size() == m_lines.size()) {
        m_lines = lines;
        m_numbers = numbers;
        if (!m_lines.empty()) emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_lines = lines;
    m_numbers = numbers;
    endResetModel();
}

int CardsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_lines.size()); }

QVariant CardsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const LoadLine &line = m_lines[static_cast<std::size_t>(index.row())];
    // Of several cards each has to hold what the plan needs: their sum would be no answer.
    const QString usable = !line.known      ? tr("not known")
                           : line.count > 1 ? tr("%1 each").arg(m_numbers.brief(line.usable))
                                            : tr("%1 usable").arg(m_numbers.brief(line.usable));
    switch (role) {
    case Qt::DisplayRole: return qt(line.title);
    case usable_role: return usable;
    case name_role: return qt(line.name);
    case Qt::ToolTipRole:
        if (!line.known) return tr("%1 is not in the catalogue of cards: nothing is said of it.").arg(qt(line.title));
        return (verdict(index.row()) ? qt(word_title(*verdict(index.row()))) + QLatin1Char('\n') : QString()) +
               tr("%1: %2 usable.\nA click or Alt+Up makes it the answer's card; its mark or Delete removes it.")
                   .arg(qt(line.title), m_numbers.exact(line.usable));
    case Qt::AccessibleTextRole:
        return qt(line.title) + QLatin1Char(' ') + usable +
               (verdict(index.row()) ? QLatin1Char(' ') + qt(word_title(*verdict(index.row()))) : QString());
    case word_role: return verdict(index.row()) ? QVariant(static_cast<int>(verdict(index.row())->word())) : QVariant();
    default: return {};
    }
}

CardsGroup::CardsGroup(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(around_rows(layoutDirection(), 4, 8));
    column->setSpacing(3);
    auto *title = new QLabel(tr("Cards"), this);
    title->setFont(ui_font(TextSize::caption, true));
    title->setFixedHeight(20);
    column->addWidget(title);
    column->addWidget(&m_view);
    build_view();
    m_add.setText(tr("Add card or budget…"));
    m_add.setAccessibleName(tr("Add a card or a budget"));
    connect(&m_add, &QPushButton::clicked, this, [this] { emit add_asked(&m_add); });
    m_ranks.setText(tr("Several GPUs…"));
    m_ranks.setAccessibleName(tr("Spread the plan over several cards"));
    m_ranks.setToolTip(tr("Ranks, sharding and offload, as rows above the cards (Ctrl+G)"));
    m_split.setText(tr("Find a split…"));
    m_split.setAccessibleName(tr("Find a split over several cards"));
    m_split.setToolTip(tr("Looks for ways of spreading this training that fit (Ctrl+Shift+F)"));
    for (const auto &pair : {std::pair{&m_add, &m_ranks}, std::pair{&m_split, static_cast<LinkButton *>(nullptr)}}) {
        auto *row = new QHBoxLayout;
        row->setSpacing(14);
        row->addWidget(pair.first);
        row->addStretch(1);
        if (pair.second) row->addWidget(pair.second);
        column->addLayout(row);
    }
    connect(&m_ranks, &QPushButton::clicked, this, &CardsGroup::ranks_asked);
    connect(&m_split, &QPushButton::clicked, this, &CardsGroup::split_asked);
    setAccessibleName(tr("Cards"));
}

void CardsGroup::build_view()
{
    m_view.setModel(&m_model);
    m_view.setItemDelegate(new CardDelegate(&m_view));
    m_view.setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view.setAccessibleName(tr("Chosen cards"));
    m_view.setTabKeyNavigation(false);
    const auto add = [this](const QString &text, const QKeySequence &keys, auto run) {
        auto *action = new QAction(text, &m_view);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, run);
        m_view.addAction(action);
    };
    add(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), [this] { move_current(-1); });
    add(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down), [this] { move_current(1); });
    add(tr("Remove"), QKeySequence::Delete, [this] { remove_current(); });
    m_view.setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto remove = [this](int row) {
        m_view.setCurrentIndex(m_model.index(row));
        remove_current();
    };
    new CardMouse(m_view, remove, [this](int from, int to) { move_row(from, to); });
}

void CardsGroup::show_snapshot(const Snapshot &snapshot)
{
    m_cards = snapshot.session.cards;
    const std::vector<LoadLine> listed = listed_cards(snapshot);
    m_model.set_lines(listed, numbers_of(snapshot.session));
    m_model.set_verdicts(snapshot.current().verdicts);
    m_view.setFixedHeight(static_cast<int>(listed.size()) * row_height + 2);
    m_view.setVisible(!listed.empty());
}

void CardsGroup::offer_several(bool ranks, bool split)
{
    m_ranks.setVisible(ranks);
    m_split.setVisible(split);
}

void CardsGroup::remove_current()
{
    const int row = m_view.currentIndex().row();
    if (row >= 0) emit cards_changed(without_row(m_cards, row), tr("Remove card"));
}

void CardsGroup::move_current(int by)
{
    const int row = m_view.currentIndex().row();
    const bool budget = row >= 0 && m_model.is_budget(row);
    if (!move_row(row, row + by)) return;
    const int all_the_way = by < 0 ? 0 : m_model.rowCount() - 1;
    m_view.setCurrentIndex(m_model.index(budget ? all_the_way : row + by));
}

bool CardsGroup::move_row(int from, int to)
{
    const Target moved = with_moved_row(m_cards, from, to);
    if (moved == m_cards) return false;
    emit cards_changed(moved, tr("Reorder cards"));
    return true;
}

} // namespace plimsoll
