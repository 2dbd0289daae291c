// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ranks/rank_figures.h"
#include "ui/charts/paint.h"
#include "ui/controls/rank_words.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace plimsoll {
namespace {

constexpr int breakdown_panel_row_height = 24, indentation = 16;
constexpr int most_rows = 18; // beyond, the list scrolls and leaves room for Why

/// Swatch before the title, components in muted ink, a rule over the total.
class BreakdownDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Palette &palette = current_palette();
        const bool child = index.data(BreakdownModel::component_role).isValid();
        const bool empty = index.data(BreakdownModel::exact_bytes_role).toLongLong() == 0;
        const QColor ink = empty ? palette.inactive : child ? palette.muted : palette.text;
        option->palette.setColor(QPalette::Text, ink);
        option->palette.setColor(QPalette::HighlightedText, palette.text);
        option->showDecorationSelected = true;
        option->state.setFlag(QStyle::State_HasFocus, false);
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Palette &palette = current_palette();
        if (index.data(BreakdownModel::total_role).toBool()) return paint_total(painter, option, index);
        if (index.column() != BreakdownModel::title || !index.data(BreakdownModel::group_role).isValid())
            return QStyledItemDelegate::paint(painter, option, index);
        const QVariant component = index.data(BreakdownModel::component_role);
        const QColor fill = component.isValid()
                                ? palette.fill(static_cast<Component>(component.toInt()))
                                : palette.fill(static_cast<Group>(index.data(BreakdownModel::group_role).toInt()));
        const int side = component.isValid() ? 8 : 12;
        QStyleOptionViewItem rest = option;
        initStyleOption(&rest, index);
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, palette.selection);
        QRect swatch(option.rect.left() + 2, option.rect.center().y() - side / 2 + 1, side, side);
        QRect words = option.rect.adjusted(side + (component.isValid() ? 6 : 10), 0, 0, 0);
        swatch = QStyle::visualRect(option.direction, option.rect, swatch);
        words = QStyle::visualRect(option.direction, option.rect, words);
        const bool patterned = palette.appearance.high_contrast; // as the columns are, whose legend this is
        const QRectF whole = on_device_pixels(*painter, swatch);
        painter->fillRect(whole, patterned ? palette.paper : fill);
        if (patterned) painter->fillRect(whole, brush_at(index, palette));
        if (patterned || palette.needs_outline(fill))
            draw_frame(*painter, swatch, patterned ? palette.text : palette.outline_of(fill));
        painter->setPen(rest.palette.color(QPalette::Text));
        painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeading,
                          rest.fontMetrics.elidedText(rest.text, Qt::ElideRight, words.width()));
    }

private:
    static QBrush brush_at(const QModelIndex &index, const Palette &palette)
    {
        const QVariant component = index.data(BreakdownModel::component_role);
        return fill_brush(palette, static_cast<Group>(index.data(BreakdownModel::group_role).toInt()),
                          component.isValid() ? std::optional(static_cast<Component>(component.toInt())) : std::nullopt);
    }

    /// The sum opens nothing: its rule and its title begin where the titles of the columns do.
    void paint_total(QPainter *painter, QStyleOptionViewItem option, const QModelIndex &index) const
    {
        const int indent = index.column() == BreakdownModel::title ? indentation : 0;
        option.rect.adjust(option.direction == Qt::RightToLeft ? 0 : -indent, 0, option.direction == Qt::RightToLeft ? indent : 0,
                           0);
        draw_edge(*painter, option.rect, Qt::TopEdge, current_palette().text);
        QStyledItemDelegate::paint(painter, option, index);
    }
};

} // namespace

BreakdownPanel::BreakdownPanel(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 12, 0);
    column->setSpacing(0);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(8);
    auto *title = new QLabel(tr("Breakdown"), this);
    title->setFont(ui_font(TextSize::caption, true));
    title->setFixedHeight(24);
    m_moment_label.setForegroundRole(QPalette::PlaceholderText);
    heading->addWidget(title);
    heading->addWidget(&m_moment_label, 1);
    column->addLayout(heading);
    column->addWidget(&m_view, 1);
    m_run.setForegroundRole(QPalette::PlaceholderText);
    m_run.setFixedHeight(breakdown_panel_row_height);
    m_run.hide();
    column->addWidget(&m_run);
    column->addWidget(&m_held);
    column->addStretch(); // where there is no table
    build_view();
    setAccessibleName(tr("Breakdown"));
}

void BreakdownPanel::build_view()
{
    m_view.setModel(&m_model);
    m_view.setItemDelegate(new BreakdownDelegate(&m_view));
    m_view.setUniformRowHeights(true);
    m_view.setFrameShape(QFrame::NoFrame);
    m_view.setIndentation(indentation);
    m_view.setAccessibleName(tr("Breakdown by component"));
    m_view.setAccessibleDescription(tr("Bytes of every component; the legend of the charts."));
    m_view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view.setTabKeyNavigation(false);
    m_view.setAllColumnsShowFocus(true); // a frame around the row: it is selected with and without the focus
    QHeaderView &header = *m_view.header();
    header.setStretchLastSection(false);
    header.setTextElideMode(Qt::ElideRight); // a baseline's name, which is whole in the tip
    header.setMinimumSectionSize(40);
    header.setSectionsClickable(false);
    header.setSectionsMovable(false);
    connect(m_view.selectionModel(), &QItemSelectionModel::currentChanged, this, &BreakdownPanel::take_current);
    connect(&m_view, &QTreeView::expanded, this, [this](const QModelIndex &index) { m_expanded.insert(index.row()); });
    connect(&m_view, &QTreeView::collapsed, this, [this](const QModelIndex &index) {
        if (!m_restoring) m_expanded.erase(index.row());
    });
    m_view.setSelectionMode(QAbstractItemView::ExtendedSelection);
    auto *copy_action = new QAction(tr("Copy the selected rows in bytes"), &m_view);
    copy_action->setShortcut(QKeySequence::Copy);
    copy_action->setShortcutContext(Qt::WidgetShortcut);
    connect(copy_action, &QAction::triggered, this, &BreakdownPanel::copy);
    auto *copy_whole = new QAction(tr("Copy the whole table in bytes"), &m_view);
    connect(copy_whole, &QAction::triggered, this, &BreakdownPanel::copy_all);
    m_view.addActions({copy_action, copy_whole});
    m_view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

void BreakdownPanel::show_snapshot(const Snapshot &snapshot)
{
    m_estimate = snapshot.current().estimate;
    m_server = snapshot.current().server;
    const auto *baseline = snapshot.baseline();
    const bool compares = baseline && baseline->estimate && snapshot.session.baseline != snapshot.session.selected;
    m_baseline = compares ? baseline->estimate : nullptr;
    m_baseline_name =
        compares ? qt(snapshot.session.scenarios[static_cast<std::size_t>(*snapshot.session.baseline)].name) : QString();
    m_numbers = numbers_of(snapshot.session);
    m_moment.reset();
    show_now();
}

void BreakdownPanel::show_moment(const std::optional<TimelinePoint> &moment)
{
    m_moment = moment;
    show_now();
}

/// Which moment of which rank's.
QString BreakdownPanel::when() const
{
    const ProcessEstimate &shown = m_estimate->shown();
    const QString moment =
        m_moment ? tr("at %1").arg(moment_of(*m_moment)) : tr("at the peak, %1").arg(title_of(shown.peak.phase));
    return m_estimate->processes.size() < 2 ? moment
                                            : tr("%1, %2").arg(qt(role_in_words(shown.rank, m_estimate->plan.plan)), moment);
}

void BreakdownPanel::show_run()
{
    m_run.setText(m_estimate ? run_line(m_estimate->run, m_numbers) : QString());
    m_run.setVisible(!m_run.text().isEmpty());
    m_run.setAccessibleName(tr("Beside the card: %1").arg(m_run.text()));
    m_run.setToolTip(m_estimate ? run_tip(m_estimate->run, m_numbers) : QString());
}

void BreakdownPanel::show_now()
{
    show_run();
    m_held.show_estimate(m_estimate.get(), m_numbers, m_server.get());
    if (!m_estimate) {
        m_moment_label.setText(tr("not available: see the answer"));
        m_view.hide(); // figures of another plan would pass for this one's
        return;
    }
    m_view.show();
    take_ground();
    m_moment_label.setText(when());
    m_restoring = true;
    m_model.set_baseline_name(m_baseline_name);
    m_model.set_breakdown(m_moment ? breakdown_at(*m_estimate, *m_moment) : breakdown_at_peak(*m_estimate, m_baseline.get()),
                          m_numbers);
    restore_view();
    m_restoring = false;
}

void BreakdownPanel::take_ground()
{
    QPalette colors = QApplication::palette();
    const QColor ground = colors.color(QPalette::Window);
    QPalette held = colors;
    held.setColor(QPalette::Base, ground);
    if (m_held.palette().color(QPalette::Base) != ground) m_held.setPalette(held);
    if (m_view.palette().color(QPalette::Base) == ground) return;
    colors.setColor(QPalette::Base, ground);
    m_view.setPalette(colors);
}

void BreakdownPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) take_ground();
}

/// Of a column of figures: at least `usual`, and as much as the longest of them takes.
int BreakdownPanel::width_of_figures(int column, int usual) const
{
    constexpr int padding = 8;
    const TextWidths width_of(m_view.font());
    double widest = usual - padding;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex top = m_model.index(row, column);
        widest = std::max(widest, width_of(top.data().toString()));
        for (int child = 0; child < m_model.rowCount(top.siblingAtColumn(0)); ++child)
            widest = std::max(widest, width_of(m_model.index(child, column, top.siblingAtColumn(0)).data().toString()));
    }
    return static_cast<int>(std::ceil(widest)) + padding;
}

void BreakdownPanel::restore_view()
{
    QHeaderView &header = *m_view.header();
    header.setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < m_model.columnCount(); ++column) {
        header.setSectionResizeMode(column, QHeaderView::Fixed);
        constexpr int device = 46, percent = 42, difference = 52; // the names of components get the rest, unshortened
        const int usual = column == BreakdownModel::difference ? difference : column == 1 ? device : percent;
        header.resizeSection(column, width_of_figures(column, usual));
    }
    int rows = m_model.rowCount();
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex top = m_model.index(row, 0);
        m_view.setExpanded(top, m_expanded.contains(row));
        if (m_view.isExpanded(top)) rows += m_model.rowCount(top);
    }
    m_view.setMinimumHeight(std::min(most_rows, rows) * breakdown_panel_row_height + header.sizeHint().height() + 2);
    const QModelIndex current = m_choice.component ? m_model.index_of(*m_choice.component) : m_model.index_of(m_choice.group);
    m_view.setCurrentIndex(current);
}

void BreakdownPanel::select(const Choice &choice)
{
    m_choice = choice;
    if (choice.component) m_expanded.insert(static_cast<int>(choice.group));
    m_restoring = true;
    restore_view();
    m_restoring = false;
}

void BreakdownPanel::take_current(const QModelIndex &index)
{
    if (m_restoring || !index.isValid()) return;
    const QVariant group = index.data(BreakdownModel::group_role);
    if (!group.isValid()) return;
    Choice choice{static_cast<Group>(group.toInt()), std::nullopt};
    const QVariant component = index.data(BreakdownModel::component_role);
    if (component.isValid()) choice.component = static_cast<Component>(component.toInt());
    m_choice = choice;
    emit chosen(choice);
}

void BreakdownPanel::copy() const
{
    const QModelIndexList rows = m_view.selectionModel()->selectedRows();
    if (rows.isEmpty()) return copy_all();
    QGuiApplication::clipboard()->setText(m_model.as_text(rows));
}

void BreakdownPanel::copy_all() const { QGuiApplication::clipboard()->setText(m_model.as_text()); }

} // namespace plimsoll
