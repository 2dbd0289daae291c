// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/plain_table.h"
#include "ui/panels/held_view.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/palette.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int held_row_height = 21, most_held_rows = 9; // beyond, it scrolls
constexpr int bar_height = 2;

/// A hair line over the first stage, and a bar under each title.
class HeldDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const Palette &palette = current_palette();
        if (index.data(HeldModel::stage_role).toBool()) draw_edge(*painter, option.rect, Qt::TopEdge, palette.rule);
        if (index.column() != HeldModel::title) return;
        const double share = index.data(HeldModel::share_role).toDouble();
        const QRect whole = option.rect.adjusted(4, 0, -8, 0);
        const QRect bar(whole.left(), whole.bottom() - bar_height, std::max(1, static_cast<int>(whole.width() * share)),
                        bar_height);
        painter->fillRect(on_device_pixels(*painter, QStyle::visualRect(option.direction, option.rect, bar)), palette.muted);
    }
};

} // namespace

HeldView::HeldView(QWidget *parent) : QTableView(parent)
{
    setModel(&m_model);
    make_plain(*this, tr("Models and stages"));
    setAccessibleDescription(tr("What is held on the card, and how full it is in each stage of the step."));
    setItemDelegate(new HeldDelegate(this));
    verticalHeader()->setDefaultSectionSize(held_row_height);
    horizontalHeader()->setSectionsClickable(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Window);
    hide();
}

void HeldView::show_estimate(const Estimate *estimate, const Numbers &numbers, const PlanAnswer *server)
{
    std::vector<HeldRow> rows = estimate ? held_rows(*estimate, numbers, server) : std::vector<HeldRow>();
    const int shown = std::min(most_held_rows, static_cast<int>(rows.size()));
    if (rows != m_model.rows()) m_model.show_rows(std::move(rows), numbers);
    setVisible(shown > 0);
    if (shown == 0) return;
    QHeaderView &header = *horizontalHeader();
    header.setSectionResizeMode(HeldModel::title, QHeaderView::Stretch);
    header.setSectionResizeMode(HeldModel::bytes, QHeaderView::ResizeToContents);
    setFixedHeight(shown * held_row_height + header.sizeHint().height() + 2);
}

} // namespace plimsoll
