// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/upright_table.h"

#include <QHeaderView>
#include <QTransposeProxyModel>

namespace plimsoll {

QTableView *upright_table(QAbstractItemModel *model, const QString &name)
{
    constexpr int row_height = 24, narrowest_column = 68, widest_column = 180;
    auto *table = new QTableView;
    auto *turned = new QTransposeProxyModel(table);
    turned->setSourceModel(model);
    table->setModel(turned);
    table->setAccessibleName(name);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->setDefaultSectionSize(row_height);
    table->verticalHeader()->viewport()->setBackgroundRole(QPalette::Base); // below the last row too
    QHeaderView &across = *table->horizontalHeader();
    across.setSectionResizeMode(QHeaderView::ResizeToContents);
    across.setMinimumSectionSize(narrowest_column);
    across.setMaximumSectionSize(widest_column);
    across.setDefaultAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    return table;
}

} // namespace plimsoll
