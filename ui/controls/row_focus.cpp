// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/row_focus.h"
#include "ui/theme/palette.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyleOption>

namespace plimsoll {

void paint_row_focus(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    if (!view || !view->hasFocus() || view->currentIndex().siblingAtColumn(index.column()) != index) return;
    const QColor ink = current_palette().link;
    const QRect &cell = option.rect;
    painter.fillRect(QRect(cell.left(), cell.top(), cell.width(), 1), ink);
    painter.fillRect(QRect(cell.left(), cell.bottom(), cell.width(), 1), ink);
    const int width = view->viewport()->width();
    if (cell.left() <= 0) painter.fillRect(QRect(cell.left(), cell.top(), 1, cell.height()), ink);
    if (cell.right() >= width - 1) painter.fillRect(QRect(cell.right(), cell.top(), 1, cell.height()), ink);
}

} // namespace plimsoll
