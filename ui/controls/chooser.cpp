// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/chooser.h"
#include "ui/controls/field_widgets.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

/// As much room as a mark takes.
QIcon blank_icon()
{
    QPixmap nothing(16, 16);
    nothing.fill(Qt::transparent);
    return {nothing};
}

bool holds_words(const ChooserItem &item, const QStringList &words)
{
    const QString text = item.title + QLatin1Char(' ') + item.header + QLatin1Char(' ') + item.also;
    return std::all_of(words.begin(), words.end(), [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

void ChooserModel::set_items(std::vector<ChooserItem> items)
{
    m_items = std::move(items);
    set_query({});
}

void ChooserModel::set_marks(ChooserMarks marks, bool room)
{
    m_marks = std::move(marks);
    m_mark_room = room;
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

const ChooserMark *ChooserModel::mark(const QModelIndex &index) const
{
    const ChooserItem *one = item(index);
    const auto found = one ? m_marks.find(one->id) : m_marks.end();
    return found == m_marks.end() ? nullptr : &found->second;
}

/// Its mark, or as much room.
QVariant ChooserModel::decoration(const QModelIndex &index) const
{
    if (index.column() > 0 || !m_mark_room || !item(index)) return {};
    const ChooserMark *found = mark(index);
    return found ? icon(icon_of(found->word), current_palette().verdict(found->word)) : blank_icon();
}

void ChooserModel::set_query(const QString &query, const TypedMeaning &typed)
{
    beginResetModel();
    m_rows.clear();
    const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QString heading;
    const auto add = [&](const ChooserItem &item) {
        if (item.header != heading && !item.header.isEmpty()) {
            heading = item.header;
            ChooserItem title;
            title.title = heading;
            m_rows.push_back({true, title});
        }
        m_rows.push_back({false, item});
    };
    const TypedItems meant = typed && !query.trimmed().isEmpty() ? typed(query.trimmed()) : TypedItems();
    const auto stands_already = [&](const ChooserItem &item) {
        return std::ranges::find(meant.first, item.id, &ChooserItem::id) != meant.first.end();
    };
    for (const ChooserItem &item : meant.first) add(item);
    for (const ChooserItem &item : m_items)
        if (!meant.whole && holds_words(item, words) && !stands_already(item)) add(item);
    for (const ChooserItem &item : meant.last) add(item);
    if (m_rows.empty() && !m_nothing.isEmpty()) m_rows.push_back({false, {.title = m_nothing, .enabled = false}});
    endResetModel();
}

const ChooserItem *ChooserModel::item(const QModelIndex &index) const
{
    if (!index.isValid()) return nullptr;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    return row.heading ? nullptr : &row.item;
}

QModelIndex ChooserModel::first_item() const
{
    for (int row = 0; row < rowCount(); ++row)
        if (const auto *one = item(index(row, 0)); one && one->enabled) return index(row, 0);
    return {};
}

/// The last one: what was chosen lately stands above, and again in its family.
QModelIndex ChooserModel::index_of(const QString &id) const
{
    for (int row = rowCount(); row-- > 0 && !id.isEmpty();)
        if (const ChooserItem *one = item(index(row, 0)); one && one->id == id) return index(row, 0);
    return {};
}

int ChooserModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int ChooserModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : 3; }

QVariant ChooserModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return index.column() == 0 ? row.item.title : index.column() == 1 ? row.item.middle : row.item.right;
    case Qt::DecorationRole: return decoration(index);
    case Qt::ToolTipRole: return mark(index) ? mark(index)->tip : QVariant();
    case Qt::AccessibleTextRole:
        if (index.column() == 0 && mark(index)) return tr("%1. %2").arg(row.item.title, mark(index)->tip);
        return {};
    case Qt::FontRole: return row.heading ? QVariant(ui_font(TextSize::caption, true)) : QVariant();
    case Qt::TextAlignmentRole:
        return int(index.column() == 0 ? Qt::AlignLeading | Qt::AlignVCenter : Qt::AlignTrailing | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return index.column() > 0 || row.heading ? QVariant(QApplication::palette().brush(QPalette::PlaceholderText))
                                                 : QVariant();
    default: return {};
    }
}

Qt::ItemFlags ChooserModel::flags(const QModelIndex &index) const
{
    const ChooserItem *one = item(index);
    return one && one->enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

Chooser::Chooser(const QString &hint, QWidget *parent) : QFrame(parent, Qt::Popup)
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(hint);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    m_search.setPlaceholderText(hint);
    m_search.setAccessibleName(hint);
    m_search.setClearButtonEnabled(true);
    name_clear_button(m_search);
    m_search.setTextMargins(4, 0, 0, 0);
    m_search.installEventFilter(this);
    column->addWidget(&m_search);
    column->addWidget(&m_view);
    build_view();
    connect(&m_search, &QLineEdit::textChanged, this, &Chooser::filter);
    connect(&m_search, &QLineEdit::returnPressed, this, [this] { take(m_view.currentIndex()); });
    connect(&m_view, &QTreeView::clicked, this, &Chooser::take);
    connect(&m_view, &QTreeView::activated, this, &Chooser::take);
}

void Chooser::build_view()
{
    m_view.setModel(&m_model);
    m_view.setRootIsDecorated(false);
    m_view.setUniformRowHeights(true);
    m_view.setHeaderHidden(true);
    m_view.setIconSize(QSize(13, 13));
    m_view.setFrameShape(QFrame::NoFrame);
    m_view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view.header()->setStretchLastSection(false);
    m_view.header()->setMinimumSectionSize(56); // figures of two columns stand apart
    m_view.header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_view.header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_view.header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    m_view.setAccessibleName(tr("Matches"));
}

void Chooser::open_below(QWidget *anchor, int width, const QString &in_use)
{
    m_search.clear();
    filter({});
    // A window may reach beyond its screen; then the list follows its button. It stays inside the window where there is room.
    constexpr int gap = 2, edge = 8, least = 160, enough = 300, most = 560;
    const QRect window = anchor->window()->geometry();
    const QRect screen = anchor->screen()->availableGeometry().united(window);
    const QPoint top = anchor->mapToGlobal(QPoint(0, 0));
    const int below = window.bottom() - top.y() - anchor->height() - gap - edge, above = top.y() - window.top() - gap - edge;
    const bool upwards = below < enough && above > below;
    resize(width, std::clamp(upwards ? above : below, least, most));
    move(std::clamp(top.x(), screen.left(), std::max(screen.left(), screen.right() - edge - width)),
         upwards ? top.y() - gap - height() : top.y() + anchor->height() + gap);
    show();
    m_search.setFocus(Qt::PopupFocusReason);
    if (const QModelIndex stands = m_model.index_of(in_use); stands.isValid()) {
        m_view.setCurrentIndex(stands);
        m_view.scrollTo(stands, QAbstractItemView::PositionAtCenter);
    }
}

bool Chooser::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_search && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up || key->key() == Qt::Key_PageDown ||
            key->key() == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(&m_view, event);
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void Chooser::take(const QModelIndex &index)
{
    const ChooserItem *one = m_model.item(index);
    if (!one || !one->enabled) return;
    const QString id = one->id;
    if (one->in_place) return emit taken_in_place(id);
    hide();
    emit chosen(id);
}

void Chooser::filter(const QString &query)
{
    m_model.set_query(query, m_typed);
    m_view.setCurrentIndex(m_model.first_item());
    emit typed(query);
}

} // namespace plimsoll
