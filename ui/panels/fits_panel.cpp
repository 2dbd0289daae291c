// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/fits_panel.h"
#include "ui/panels/wording.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {
namespace {

/// Mark before the verdict; need and line as a bar.
class FitsDelegate : public QStyledItemDelegate {
public:
    FitsDelegate(const FitsModel &model, QObject *parent) : QStyledItemDelegate(parent), m_model(model) {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (index.column() != FitsModel::verdict && index.column() != FitsModel::bar) {
            QStyleOptionViewItem plain = option;
            plain.state.setFlag(QStyle::State_HasFocus, false);
            return QStyledItemDelegate::paint(painter, plain, index);
        }
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, current_palette().selection);
        if (index.column() == FitsModel::bar) return paint_bar(*painter, option, index);
        const auto fits = static_cast<Fits>(index.data(FitsModel::fits_role).toInt());
        const QRect mark(option.rect.left() + 4, option.rect.center().y() - 6, 13, 13);
        paint_icon(*painter, QStyle::visualRect(option.direction, option.rect, mark), icon_of(fits),
                   current_palette().verdict(fits));
        painter->setPen(current_palette().text);
        const QRect words = option.rect.adjusted(22, 0, 0, 0);
        painter->drawText(QStyle::visualRect(option.direction, option.rect, words), Qt::AlignVCenter | Qt::AlignLeading,
                          index.data().toString());
    }

private:
    void paint_bar(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
    {
        const Palette &palette = current_palette();
        const QRect track(option.rect.left() + 8, option.rect.center().y() - 4, option.rect.width() - 16, 10);
        const auto width_of = [&](Bytes bytes) {
            const double share = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(m_model.bar_bytes()));
            return static_cast<int>(share * track.width());
        };
        const int need = width_of(index.data(FitsModel::need_role).toLongLong());
        const int usable = width_of(index.data(FitsModel::usable_role).toLongLong());
        const auto place = [&](int from, int to) {
            return QStyle::visualRect(option.direction, track,
                                      QRect(track.left() + from, track.top(), to - from, track.height()));
        };
        painter.fillRect(place(0, std::min(need, usable)), palette.muted);
        if (need > usable) painter.fillRect(place(usable, need), palette.no);
        if (need < usable) {
            painter.setPen(palette.border);
            painter.drawRect(QRectF(place(need, usable)).adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter.fillRect(place(usable, usable + 2).adjusted(0, -3, 0, 3), palette.text);
    }

    const FitsModel &m_model;
};

} // namespace

FitsPanel::FitsPanel(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(&m_view);
    build_view();
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
    m_view.setFrameShape(QFrame::NoFrame);
    m_view.setShowGrid(false);
    m_view.setSortingEnabled(true);
    m_view.sortByColumn(FitsModel::usable, Qt::AscendingOrder);
    m_view.setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view.setSelectionMode(QAbstractItemView::SingleSelection);
    m_view.setTabKeyNavigation(false);
    m_view.verticalHeader()->hide();
    m_view.verticalHeader()->setDefaultSectionSize(24);
    m_view.verticalHeader()->setMinimumSectionSize(24);
    QHeaderView &header = *m_view.horizontalHeader();
    header.setHighlightSections(false);
    header.setStretchLastSection(false);
    header.setSectionResizeMode(FitsModel::card, QHeaderView::Stretch);
    for (const auto &[column, width] : {std::pair{FitsModel::verdict, 76},
                                        {FitsModel::usable, 84},
                                        {FitsModel::spare, 80},
                                        {FitsModel::bar, 150},
                                        {FitsModel::year, 52}})
        header.resizeSection(column, width);
    m_view.setAccessibleName(tr("Cards that the plan fits on"));
    m_view.setAccessibleDescription(tr("Enter adds the card to the chart."));
}

void FitsPanel::show_snapshot(const Snapshot &snapshot)
{
    m_estimate = snapshot.current().estimate;
    m_numbers = numbers_of(snapshot.session);
    m_stale = true;
    if (isVisible()) update_model();
}

void FitsPanel::show_edge()
{
    constexpr int rows_before = 3;
    for (int row = 0; row < m_sorted.rowCount(); ++row)
        if (m_sorted.index(row, 0).data(FitsModel::fits_role).toInt() != static_cast<int>(Fits::no))
            return m_view.scrollTo(m_sorted.index(std::max(0, row - rows_before), 0), QAbstractItemView::PositionAtTop);
}

void FitsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale) update_model();
}

void FitsPanel::update_model()
{
    const bool first = m_model.rowCount() == 0;
    m_stale = false;
    m_model.set_estimate(m_estimate, m_numbers,
                         [](const Estimate &estimate, const Gpu &gpu) { return verdict_for(estimate, gpu); });
    if (first) QTimer::singleShot(0, this, &FitsPanel::show_edge); // once the view knows its height
}

} // namespace plimsoll
