// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/plain_table.h"

#include "ui/theme/apart_delegate.h"

#include <QHeaderView>

namespace plimsoll {

void make_plain(QTableView &view, const QString &name)
{
    constexpr int row_height = 24;
    view.setAccessibleName(name);
    view.setFrameShape(QFrame::NoFrame);
    view.setShowGrid(false);
    view.setTabKeyNavigation(false);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(row_height);
    view.horizontalHeader()->setHighlightSections(false);
}

void make_fitted(QTableView &view, const QString &name, int wide)
{
    make_plain(view, name);
    view.setWordWrap(false);
    view.setFocusPolicy(Qt::StrongFocus);
    view.setItemDelegate(new ApartDelegate(&view));
    QHeaderView &header = *view.horizontalHeader();
    header.setSectionsClickable(false);
    header.setSectionResizeMode(QHeaderView::ResizeToContents);
    header.setSectionResizeMode(wide, QHeaderView::Stretch);
}

} // namespace plimsoll
