// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/cluster.h"
#include "core/fit/verdict_words.h"
#include "ui/charts/table_text.h"
#include "ui/charts/verdict_text.h"
#include "ui/controls/plain_table.h"
#include "ui/controls/row_focus.h"
#include "ui/controls/wording.h"
#include "ui/document/card_names.h"
#include "ui/document/text.h"
#include "ui/panels/fits_panel.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace plimsoll {
namespace {

/// Mark before the verdict; need and line as a bar; as much of a card's name as there is room for.
class FitsDelegate : public QStyledItemDelegate {
public:
    FitsDelegate(const FitsModel &model, QObject *parent) : QStyledItemDelegate(parent), m_model(model) {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        paint_cell(painter, option, index);
        paint_row_focus(*painter, option, index);
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() != FitsModel::card) return;
        const int room = option->rect.width() - 2 * (option->widget->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
        for (const QString &form : name_forms(option->text, option->text)) {
            option->text = form;
            if (option->fontMetrics.horizontalAdvance(form) <= room) break;
        }
    }

private:
    void paint_cell(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        if (index.column() != FitsModel::verdict && index.column() != FitsModel::bar) {
            QStyleOptionViewItem plain = option;
            plain.state.setFlag(QStyle::State_HasFocus, false);
            return QStyledItemDelegate::paint(painter, plain, index);
        }
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, current_palette().selection);
        if (index.column() == FitsModel::bar) return paint_bar(*painter, option, index);
        const auto verdict = static_cast<Word>(index.data(FitsModel::word_role).toInt());
        const QRect mark(option.rect.left() + 4, option.rect.center().y() - 6, 13, 13);
        paint_icon(*painter, QStyle::visualRect(option.direction, option.rect, mark), icon_of(verdict),
                   current_palette().verdict(verdict));
        painter->setPen(current_palette().text);
        const QRect words = option.rect.adjusted(22, 0, 0, 0);
        QString word = index.data().toString();
        const bool has_brief = verdict == Word::does_not_fit || verdict == Word::unlikely;
        if (has_brief && option.fontMetrics.horizontalAdvance(word) > words.width()) word = brief_title_of(verdict);
        painter->drawText(QStyle::visualRect(option.direction, option.rect, words), Qt::AlignVCenter | Qt::AlignLeading,
                          option.fontMetrics.elidedText(word, Qt::ElideRight, words.width()));
    }

    void paint_bar(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        const Palette &palette = current_palette();
        const QRect track(option.rect.left() + 8, option.rect.center().y() - 4, option.rect.width() - 16, 10);
        const auto whole = static_cast<double>(m_model.bar_bytes(track.width()));
        const auto width_of = [&](Bytes bytes) {
            return static_cast<int>(std::min(1.0, static_cast<double>(bytes) / whole) * track.width());
        };
        const Bytes line = index.data(FitsModel::usable_role).toLongLong();
        const int need = width_of(index.data(FitsModel::need_role).toLongLong()), usable = width_of(line);
        const bool beyond = static_cast<double>(line) > whole; // the card's line is further than the bar reaches
        const auto place = [&](int from, int to) {
            return QStyle::visualRect(option.direction, track,
                                      QRect(track.left() + from, track.top(), to - from, track.height()));
        };
        painter.fillRect(place(0, std::min(need, usable)), palette.muted);
        if (need > usable) paint_excess(painter, place(usable, need), palette);
        if (need < usable) draw_frame(painter, place(need, usable), palette.border);
        if (beyond)
            paint_icon(painter, place(usable - 2, usable + 8), Icon::chevron_right, palette.text);
        else
            paint_end(painter, place(usable, usable + 2).adjusted(0, -3, 0, 3), palette);
    }

    /// In high contrast it is told from the rest by its pattern, as in the columns.
    static void paint_excess(QPainter &painter, const QRect &place, const Palette &palette)
    {
        if (!palette.appearance.high_contrast) return painter.fillRect(place, palette.no);
        painter.fillRect(place, QBrush(palette.no, Qt::BDiagPattern));
        draw_frame(painter, place, palette.no);
    }

    /// With a halo, where bar and line are of one colour.
    static void paint_end(QPainter &painter, const QRect &place, const Palette &palette)
    {
        if (palette.appearance.high_contrast) painter.fillRect(place.adjusted(-1, 0, 1, 0), palette.paper);
        painter.fillRect(place, palette.text);
    }

    const FitsModel &m_model;
};

/// `brief`: in the fewest words.
QString widest_verdict(const QFontMetrics &metrics, bool brief)
{
    QStringList all;
    for (const Word word : {Word::fits, Word::tight, Word::unlikely, Word::does_not_fit})
        all << (brief ? brief_title_of(word) : qt(title_of(word)));
    return *std::ranges::max_element(all, {}, [&](const QString &one) { return metrics.horizontalAdvance(one); });
}

} // namespace

FitsPanel::FitsPanel(QWidget *parent) : QWidget(parent), m_bar(m_sorted), m_working(this)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 0, 0, 0);
    column->setSpacing(0);
    m_empty.setContentsMargins(2, 10, 16, 10);
    m_empty.setWordWrap(true);
    m_empty.setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_empty.hide();
    column->addWidget(&m_bar);
    column->addWidget(&m_view, 1);
    column->addWidget(&m_empty, 1);
    connect(&m_bar, &FitsBar::filtered, this, [this] {
        show_rows();
        show_edge(); // of the cards that are left, not what stands where the others were
    });
    build_view();
    build_copy();
    constexpr int soon_ms = 40;
    m_soon.setSingleShot(true);
    m_soon.setInterval(soon_ms);
    connect(&m_soon, &QTimer::timeout, this, &FitsPanel::ask_board);
    connect(&m_finder, &BoardFinder::found, this, [this](const std::shared_ptr<const Board> &board) {
        m_complete = board->exact;
        if (m_complete) m_working.end();
        set_board(*board, m_estimate->shown().needed());
        if (!std::exchange(m_at_edge, true)) show_edge(); // the table has its height and its order by now
    });
    connect(&m_times, &TimeFinder::found, this, [this](const std::vector<std::optional<RunTime>> &times) {
        std::map<std::string, RunTime, std::less<>> known;
        const auto &cards = gpu_catalogue();
        for (std::size_t at = 0; at < times.size() && at < cards.size(); ++at)
            if (times[at]) known.emplace(cards[at].name, *times[at]);
        m_model.set_times(std::move(known));
        if (m_estimate) m_model.set_amount(m_amount, m_estimate->plan.plan);
    });
    connect(&m_view, &QTableView::activated, this,
            [this](const QModelIndex &index) { emit card_chosen(index.data(FitsModel::name_role).toString()); });
    setAccessibleName(tr("Fits on"));
}

void FitsPanel::build_view()
{
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(FitsModel::sort_role);
    m_view.setModel(&m_sorted);
    m_view.setItemDelegate(new FitsDelegate(m_model, &m_view));
    make_plain(m_view, tr("Cards that the plan fits on"));
    m_view.setSortingEnabled(true);
    m_view.sortByColumn(FitsModel::usable, Qt::AscendingOrder);
    m_view.setWordWrap(false); // else a name is cut at the last word that fits
    m_view.verticalHeader()->setMinimumSectionSize(24);
    QHeaderView &header = *m_view.horizontalHeader();
    header.setStretchLastSection(false);
    header.setSectionResizeMode(FitsModel::bar, QHeaderView::Stretch); // names need no more than they do, bars say more when long
    connect(&header, &QHeaderView::sortIndicatorChanged, this, [this] { arrange_columns(); }); // its mark takes room
    m_view.setAccessibleDescription(tr("Enter adds the card to the chart."));
}

void FitsPanel::build_copy()
{
    auto *copy = new QAction(tr("Copy as a table of bytes"), &m_view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(table_text(m_sorted)); });
    m_view.addAction(copy);
    m_view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

/// What is missing may be more than any card has, and another card's need, which comes later, more than this one's.
QString FitsPanel::longest_spare() const
{
    Bytes most = 0;
    for (int row = 0; row < m_model.rowCount(); ++row)
        most = std::max(most, Bytes{m_model.index(row, 0).data(FitsModel::need_role).toLongLong()});
    const QString usual = QStringLiteral("−288.00"), missing = m_numbers.table_difference(-most);
    return missing.size() > usual.size() ? missing : usual;
}

/// Names and figures get what they need and the bar the rest. Nothing scrolls sideways: where room is short the least missed
/// columns go, and then words of names.
void FitsPanel::arrange_columns()
{
    constexpr int shortest_bar = 64, shortest_card = 94, mark = 22, padding = 10, sort_mark = 10;
    QHeaderView &header = *m_view.horizontalHeader();
    const QFontMetrics metrics(m_view.font());
    const auto needed = [&](int column, const QString &example) {
        const int title = metrics.horizontalAdvance(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        const int before = column == FitsModel::verdict ? mark : 0,
                  after = column == header.sortIndicatorSection() ? sort_mark : 0;
        return std::max(title + after, metrics.horizontalAdvance(example) + before) + padding;
    };
    std::array<int, FitsModel::column_count> widths{};
    widths[FitsModel::bar] = shortest_bar;
    for (const auto &[column, example] : {std::pair{FitsModel::verdict, widest_verdict(metrics, true)},
                                          {FitsModel::usable, QStringLiteral("288.00")},
                                          {FitsModel::spare, longest_spare()},
                                          {FitsModel::batch, QStringLiteral("65,536")},
                                          {FitsModel::length, QStringLiteral("1,048,576")},
                                          {FitsModel::speed, QStringLiteral("123,000")},
                                          {FitsModel::run_price, QStringLiteral("12.34")},
                                          {FitsModel::price, QStringLiteral("8 × 1.25")},
                                          {FitsModel::date, QStringLiteral("2026-07")}}) {
        widths[static_cast<std::size_t>(column)] = needed(column, example);
        header.resizeSection(column, widths[static_cast<std::size_t>(column)]);
    }
    const int room = m_view.width() - m_view.verticalScrollBar()->sizeHint().width(); // whether it is there yet or not
    const int usual_card = metrics.horizontalAdvance(QStringLiteral("RTX 6000 Ada Generation"));
    const int brief_card = metrics.horizontalAdvance(QStringLiteral("RTX PRO 4000 SFF")); // what spare words leave of it
    int taken = std::accumulate(widths.begin(), widths.end(), 0);
    // a run's speed and price say more than an hour's price, and a bar has what is usable
    for (const int column : {FitsModel::date, FitsModel::price, FitsModel::batch, FitsModel::usable, FitsModel::bar,
                             FitsModel::run_price, FitsModel::speed}) {
        const bool missed = column == FitsModel::bar || column == FitsModel::run_price || column == FitsModel::speed;
        const int name = missed ? shortest_card : column == FitsModel::usable ? brief_card + padding : usual_card + padding;
        const bool hidden = taken + name > room;
        m_view.setColumnHidden(column, hidden);
        if (hidden) taken -= widths[static_cast<std::size_t>(column)];
    }
    const auto &cards = gpu_catalogue();
    const auto longest = std::ranges::max_element(cards, {}, [](const Gpu &gpu) { return gpu.name.size(); });
    const int card = longest == cards.end() ? shortest_card : metrics.horizontalAdvance(qt(longest->short_name())) + padding;
    // the verdict's mark stays whatever goes, and the tip says it whole
    const int brief = widths[FitsModel::verdict], whole = needed(FitsModel::verdict, widest_verdict(metrics, false));
    const int least = std::min(brief, std::max(room - shortest_card - (taken - brief), mark + padding));
    const int verdict = std::clamp(brief + room - taken - card, least, std::max(whole, least));
    header.resizeSection(FitsModel::verdict, verdict);
    taken += verdict - brief;
    header.resizeSection(FitsModel::card, std::clamp(room - taken, shortest_card, std::max(card, shortest_card)));
}

void FitsPanel::show_snapshot(const Snapshot &snapshot)
{
    const Numbers numbers = numbers_of(snapshot.session);
    std::set<std::string> mine;
    for (const std::string &name : snapshot.session.cards.gpus)
        if (const Result<Node> node = find_node(name); node.ok() && node->card) mine.insert(node->card->name);
    m_model.set_mine(std::move(mine));
    const bool other_amount = snapshot.session.amount != m_amount;
    if (other_amount && (snapshot.session.amount.lengths || m_amount.lengths)) m_stale = true; // their time is another estimate's
    m_amount = snapshot.session.amount;
    if (other_amount && snapshot.current().estimate) m_model.set_amount(m_amount, snapshot.current().estimate->plan.plan);
    if (!m_stale && snapshot.current().estimate == m_estimate && numbers == m_numbers) return; // nothing that is shown here
    m_estimate = snapshot.current().estimate;
    m_numbers = numbers;
    m_stale = true;
    m_empty.setText(state_of(snapshot.current().error));
    show_rows();
    if (isVisible()) update_model();
}

/// Every way to new verdicts: the counts follow them.
void FitsPanel::set_board(const Board &board, Bytes need)
{
    const qsizetype room = longest_spare().size();
    m_model.set_board(board, m_numbers, need);
    if (longest_spare().size() != room) arrange_columns();
    m_bar.count();
    show_rows();
}

/// The table, or why there is none.
void FitsPanel::show_rows()
{
    const bool judged = m_estimate != nullptr, none_left = judged && m_model.rowCount() > 0 && m_sorted.rowCount() == 0;
    if (none_left) m_empty.setText(tr("No card is left of this choice and these words."));
    m_bar.setVisible(judged);
    m_view.setVisible(judged && !none_left);
    m_empty.setVisible(!judged || none_left);
}

void FitsPanel::show_edge()
{
    constexpr int rows_before = 3;
    int row = 0;
    while (row < m_sorted.rowCount() && m_sorted.index(row, 0).data(FitsModel::fits_role).toInt() == static_cast<int>(Fits::no))
        ++row;
    if (row == m_sorted.rowCount()) return;
    if (!m_view.currentIndex().isValid()) // keys begin where the eye is
        m_view.selectionModel()->setCurrentIndex(m_sorted.index(row, 0), QItemSelectionModel::NoUpdate);
    m_view.scrollTo(m_sorted.index(std::max(0, row - rows_before), 0), QAbstractItemView::PositionAtTop);
}

void FitsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        update_model();
    else if (!m_complete)
        m_soon.start();
}

void FitsPanel::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_soon.stop();
    m_finder.drop();
    m_times.drop();
    m_working.end();
}

void FitsPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange_columns();
}

void FitsPanel::update_model()
{
    const bool first = m_model.rowCount() == 0;
    m_stale = false;
    m_complete = false;
    m_finder.drop();
    m_times.drop();
    m_model.set_times({}); // of another plan
    if (m_estimate)
        set_board(Planner::first_board(*m_estimate), m_estimate->shown().needed());
    else
        set_board({}, 0);
    arrange_columns();
    m_soon.start();
    if (first) QTimer::singleShot(0, this, &FitsPanel::show_edge); // once the view knows its height
}

void FitsPanel::ask_board()
{
    if (!m_estimate) return m_working.end();
    m_working.begin();
    m_finder.ask(m_estimate);
    std::vector<CardFacts> cards;
    for (const Gpu &gpu : gpu_catalogue()) cards.push_back(gpu.facts());
    m_times.ask(m_estimate, std::move(cards), m_amount);
}

} // namespace plimsoll
