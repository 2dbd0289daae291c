// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/verdict_words.h"
#include "ui/charts/verdict_text.h"
#include "ui/controls/plain_table.h"
#include "ui/controls/row_focus.h"
#include "ui/document/text.h"
#include "ui/panels/advice_panel.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int one_line = 24;                         ///< height of a row at scale 1
constexpr int least_change = 140, least_costs = 130; ///< pixels for what a change is called, and for what it costs

/// A setting is one word to the line breaker, "PYTORCH_ALLOC_CONF=expandable_segments:True", wider than its column: it may go on
/// in the next line behind "=".
QString breakable(QString text) { return text.replace(u'=', QStringLiteral("=\u200b")); }

/// The mark of the verdict, and a button to apply.
class AdviceDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Palette &palette = current_palette();
        const bool known = index.data(AdviceModel::applies_role).toBool() && !index.data(AdviceModel::stale_role).toBool();
        option->palette.setColor(QPalette::Text, known ? palette.text : palette.inactive);
        option->palette.setColor(QPalette::HighlightedText, known ? palette.text : palette.inactive);
        option->state.setFlag(QStyle::State_HasFocus, false);
        // In a row of one line a wrapped text would end at the last word that fits.
        const bool wraps = option->rect.height() > one_line;
        option->features.setFlag(QStyleOptionViewItem::WrapText, wraps);
        if (wraps) option->text = breakable(option->text);
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        paint_cell(painter, option, index);
        paint_row_focus(*painter, option, index);
    }

private:
    void paint_cell(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        const bool applies = index.data(AdviceModel::applies_role).toBool();
        if (index.column() != AdviceModel::verdict && index.column() != AdviceModel::apply)
            return QStyledItemDelegate::paint(painter, option, index);
        const Palette &palette = current_palette();
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, palette.selection);
        if (!applies) return;
        const auto place = [&](const QRect &rect) { return QStyle::visualRect(option.direction, option.rect, rect); };
        painter->setPen(palette.text);
        if (index.column() == AdviceModel::apply) {
            QRect box = option.rect.adjusted(4, 2, -8, -2);
            box.setHeight(one_line - 4);
            box.moveTop(option.rect.center().y() - box.height() / 2);
            painter->fillRect(on_device_pixels(*painter, place(box)), palette.field);
            draw_frame(*painter, place(box), palette.border);
            painter->setPen(palette.text);
            painter->drawText(place(box), Qt::AlignCenter, index.data().toString());
            return;
        }
        const auto word = static_cast<Word>(index.data(AdviceModel::word_role).toInt());
        const bool stale = index.data(AdviceModel::stale_role).toBool();
        if (stale) painter->setPen(palette.inactive);
        paint_icon(*painter, place(QRect(option.rect.left() + 4, option.rect.center().y() - 6, 13, 13)), icon_of(word),
                   stale ? palette.inactive : palette.verdict(word));
        const QRect words = option.rect.adjusted(22, 0, 0, 0);
        const bool brief = painter->fontMetrics().horizontalAdvance(index.data().toString()) > words.width();
        painter->drawText(place(words), Qt::AlignVCenter | Qt::AlignLeading,
                          brief ? brief_title_of(word) : index.data().toString());
    }
};

QString working_it_out() { return AdvicePanel::tr("Working out what would help…"); }

QString text_at(const Advice &one, int column, const Numbers &numbers)
{
    const bool applies = !one.change.empty();
    switch (column) {
    case AdviceModel::change: return qt(one.title);
    case AdviceModel::saves: return one.saves == 0 ? numbers.table(0) : numbers.table_difference(-one.saves);
    case AdviceModel::then: return one.device > 0 ? numbers.table(one.device) : QStringLiteral("–");
    case AdviceModel::verdict: return applies ? qt(title_of(one.word)) : QString();
    case AdviceModel::costs:
        return one.no_effect.empty() ? qt(one.cost) : AdviceModel::tr("no effect here: %1").arg(qt(one.no_effect));
    default: return applies ? AdviceModel::tr("Apply") : QString();
    }
}

} // namespace

void AdviceModel::set_advice(std::vector<Advice> advice, const Numbers &numbers)
{
    beginResetModel();
    m_advice = std::move(advice);
    m_numbers = numbers;
    m_stale = false;
    endResetModel();
}

void AdviceModel::set_stale()
{
    if (m_advice.empty() || m_stale) return;
    m_stale = true;
    emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int AdviceModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_advice.size()); }

int AdviceModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QVariant AdviceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const Advice &one = advice(index.row());
    const bool figure = index.column() == saves || index.column() == then;
    switch (role) {
    case Qt::DisplayRole: return text_at(one, index.column(), m_numbers);
    case Qt::TextAlignmentRole: return int((figure ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    case Qt::FontRole: return one.parts > 1 && index.column() == change ? QVariant(ui_font(TextSize::caption, true)) : QVariant();
    case Qt::ToolTipRole:
        if (figure) return m_numbers.exact(index.column() == saves ? one.saves : one.device);
        return qt(one.title + "\n" + (one.no_effect.empty() ? one.cost : one.no_effect) +
                  (one.source.empty() ? "" : "\n" + one.source));
    case word_role: return static_cast<int>(one.word);
    case stale_role: return m_stale;
    case applies_role: return !one.change.empty() && one.no_effect.empty();
    default: return {};
    }
}

QVariant AdviceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == saves || section == then ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case change: return tr("Change");
    case saves: return tr("Saves, %1").arg(m_numbers.unit_name());
    case then: return tr("Then");
    case costs: return tr("Costs");
    default: return {};
    }
}

Advice advice_of(const OomRemedy &remedy)
{
    Advice out;
    out.title = remedy.title;
    out.change = remedy.change;
    out.saves = remedy.saves;
    out.device = remedy.no_effect.empty() ? remedy.then : 0;
    out.fits = remedy.fits;
    out.word = remedy.word;
    out.cost = remedy.cost;
    out.no_effect = remedy.no_effect;
    return out;
}

AdvicePanel::AdvicePanel(QWidget *parent) : QWidget(parent), m_bar(this), m_working(this)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 0, 0, 0);
    column->setSpacing(0);
    m_reason.setContentsMargins(2, 10, 16, 10);
    m_reason.setWordWrap(true);
    m_reason.setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_reason_of_advice = m_reason_of_guide = working_it_out();
    m_reason.setText(m_reason_of_advice);
    column->addWidget(&m_bar);
    column->addWidget(&m_view, 1);
    column->addWidget(&m_reason, 1);
    build_view();
    m_view.hide();
    connect(&m_working, &WorkingBar::slow, &m_model, &AdviceModel::set_stale);
    connect(&m_bar, &OomBar::chosen, this, [this] {
        show_told();
        if (guides()) m_working.begin(); // what it told may be of another plan
        emit shown();
    });
    setAccessibleName(tr("Advice"));
}

void AdvicePanel::build_view()
{
    m_view.setModel(&m_model);
    m_view.setItemDelegate(new AdviceDelegate(&m_view));
    make_plain(m_view, tr("Changes that would help"));
    m_view.verticalHeader()->setDefaultSectionSize(one_line);
    QHeaderView &header = *m_view.horizontalHeader();
    header.setSectionsClickable(false);
    header.setStretchLastSection(false);
    m_view.setAccessibleDescription(tr("Enter applies the selected change."));
    const auto ask = [this](const QModelIndex &index) {
        if (index.data(AdviceModel::applies_role).toBool()) emit apply_asked(m_model.advice(index.row()));
    };
    connect(&m_view, &QTableView::activated, this, ask);
    connect(&m_view, &QTableView::clicked, this, [ask](const QModelIndex &index) {
        if (index.column() == AdviceModel::apply) ask(index);
    });
}

void AdvicePanel::await_advice()
{
    if (!guides() || !isVisible()) { // nobody asks for it until somebody looks
        m_cases.clear();
        m_reason_of_guide = working_it_out();
        if (guides()) show_told();
    }
    m_working.begin();
}

void AdvicePanel::show_advice(const std::vector<Advice> &advice, const QString &reason, const Numbers &numbers)
{
    m_advice = advice;
    m_reason_of_advice = reason.isEmpty() ? tr("Nothing is known that would help this plan.") : reason;
    m_numbers = numbers;
    if (!guides()) show_told();
}

void AdvicePanel::show_guide(const std::vector<OomCase> &cases, const QString &reason, const Numbers &numbers)
{
    m_cases = cases;
    m_reason_of_guide = reason;
    m_numbers = numbers;
    if (guides()) show_told();
}

AdvicePanel::Told AdvicePanel::told() const
{
    const std::optional<OomSituation> situation = m_bar.situation();
    if (!situation) return {m_advice, m_reason_of_advice, {}};
    const auto found = std::ranges::find(m_cases, *situation, &OomCase::situation);
    if (found == m_cases.end()) return {{}, m_reason_of_guide, {}};
    Told out{{}, found->not_here.empty() ? tr("Nothing is known that would help here.") : QString(), facts_of(*found, m_numbers)};
    if (!found->not_here.empty()) return out;
    for (const OomRemedy &remedy : found->remedies) out.changes.push_back(advice_of(remedy));
    return out;
}

void AdvicePanel::show_told()
{
    const Told now = told();
    m_working.end();
    m_model.set_advice(now.changes, m_numbers);
    m_view.setVisible(!now.changes.empty());
    m_reason.setVisible(now.changes.empty());
    m_reason.setText(now.reason);
    m_bar.show_facts(now.facts);
    share_width();
}

void AdvicePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    emit shown();
}

void AdvicePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    share_width();
}

/// Figures, verdicts and buttons get what their words need; `brief`: what the fewest words do. Returns the width of what is saved: a
/// hidden column says 0.
int AdvicePanel::fit_columns(bool brief)
{
    constexpr int padding = 8, mark = 22;
    const int button = brief ? 20 : 28;
    const QFontMetrics metrics(ui_font());
    const auto title = [&](int column) {
        return metrics.horizontalAdvance(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + padding;
    };
    int verdict = 0;
    for (const Word word : {Word::fits, Word::tight, Word::unlikely, Word::does_not_fit})
        verdict =
            std::max(verdict, metrics.horizontalAdvance(brief ? brief_title_of(word) : qt(title_of(word))) + mark + padding);
    const auto figures = [&](int column) {
        int widest = title(column);
        for (int row = 0; row < m_model.rowCount(); ++row)
            widest = std::max(widest, metrics.horizontalAdvance(m_model.index(row, column).data().toString()) + padding);
        return widest;
    };
    const int apply = metrics.horizontalAdvance(AdviceModel::tr("Apply")) + button;
    const int saves = std::max(72, figures(AdviceModel::saves));
    for (const auto &[column, width] : {std::pair{AdviceModel::saves, saves},
                                        {AdviceModel::then, std::max(52, figures(AdviceModel::then))},
                                        {AdviceModel::verdict, std::max(60, verdict)},
                                        {AdviceModel::apply, std::max(64, apply)}})
        m_view.setColumnWidth(column, width);
    return saves;
}

/// A combination names each of its changes: it gets what it needs, as far as that leaves half of the room to the costs. What is
/// longer than its column takes further lines.
void AdvicePanel::share_width()
{
    constexpr int padding = 12, most_lines = 6;
    int saves = 0, room = 0, needed = least_change;
    for (const bool brief : {false, true}) { // a verdict loses words before the costs go
        saves = fit_columns(brief);
        room = width() - layout()->contentsMargins().left() - m_view.verticalScrollBar()->sizeHint().width() - saves;
        for (const int column : {AdviceModel::then, AdviceModel::verdict, AdviceModel::apply}) room -= m_view.columnWidth(column);
        if (room >= least_change + least_costs) break;
    }
    const QFontMetrics bold(ui_font(TextSize::caption, true)), plain(ui_font());
    const auto text_at_row = [this](int row, int column) { return m_model.index(row, column).data().toString(); };
    const auto metrics_of = [&](int row) { return m_model.advice(row).parts > 1 ? bold : plain; };
    // as wide as what wraps is measured, which is not always the advance
    const auto whole = [](const QFontMetrics &metrics, const QString &text) {
        return metrics.boundingRect(QRect(0, 0, 10000, 1000), Qt::TextWordWrap, text).width() + padding + 1;
    };
    for (int row = 0; row < m_model.rowCount(); ++row)
        needed = std::max(needed, whole(metrics_of(row), text_at_row(row, AdviceModel::change)));
    const bool narrow = room < least_change + least_costs; // what a change costs is in its tip, too
    const bool least = room < least_change;                // what then is taken says as much as what is saved
    m_view.setColumnHidden(AdviceModel::saves, least);
    if (least) room += saves;
    const int change = narrow ? std::max(room, least_change / 2)
                              : std::clamp(needed, least_change, std::max(room - std::max(room / 2, least_costs), least_change));
    m_view.setColumnHidden(AdviceModel::costs, narrow);
    m_view.setColumnWidth(AdviceModel::change, change);
    // Not left to the header, which stretches a column in its own time: until then nothing would be where it is drawn. No wider
    // than the words, so that the buttons stay beside them in a wide window.
    int costs = least_costs;
    for (int row = 0; row < m_model.rowCount(); ++row)
        costs = std::max(costs, whole(plain, text_at_row(row, AdviceModel::costs)) + padding);
    costs = std::min(costs, std::max(room - change, least_costs));
    if (!narrow) m_view.setColumnWidth(AdviceModel::costs, costs);
    const auto lines = [&](const QFontMetrics &metrics, const QString &text, int width) {
        return metrics.boundingRect(QRect(0, 0, width - padding, 1000), Qt::TextWordWrap, breakable(text)).height() /
               metrics.lineSpacing();
    };
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const int most = std::max(lines(metrics_of(row), text_at_row(row, AdviceModel::change), change),
                                  narrow ? 1 : lines(plain, text_at_row(row, AdviceModel::costs), costs));
        m_view.setRowHeight(row, one_line + (std::clamp(most, 1, most_lines) - 1) * plain.lineSpacing());
    }
}

} // namespace plimsoll
