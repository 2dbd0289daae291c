// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/upright_table.h"

#include "ui/theme/apart_delegate.h"

#include <QHeaderView>
#include <QTransposeProxyModel>

namespace plimsoll {
namespace {

/// Measures its cells only while it is seen: most charts are looked at as pictures.
class UprightTable : public QTableView {
public:
    using QTableView::QTableView;

protected:
    void showEvent(QShowEvent *event) override
    {
        horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
        QTableView::showEvent(event);
    }
    void hideEvent(QHideEvent *event) override
    {
        horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        QTableView::hideEvent(event);
    }
};

} // namespace

QTableView *upright_table(QAbstractItemModel *model, const QString &name)
{
    constexpr int row_height = 24, narrowest_column = 68, widest_column = 180;
    auto *table = new UprightTable;
    auto *turned = new QTransposeProxyModel(table);
    turned->setSourceModel(model);
    table->setModel(turned);
    table->setItemDelegate(new ApartDelegate(table));
    table->setAccessibleName(name);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->setDefaultSectionSize(row_height);
    table->verticalHeader()->viewport()->setBackgroundRole(QPalette::Base); // below the last row too
    QHeaderView &across = *table->horizontalHeader();
    across.setTextElideMode(Qt::ElideRight);
    across.setMinimumSectionSize(narrowest_column);
    across.setMaximumSectionSize(widest_column);
    across.setDefaultAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    return table;
}

} // namespace plimsoll
