// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/row_focus.h"
#include "ui/theme/device_pixels.h"
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
    draw_edge(painter, cell, Qt::TopEdge, ink);
    draw_edge(painter, cell, Qt::BottomEdge, ink);
    const int width = view->viewport()->width();
    if (cell.left() <= 0) draw_edge(painter, cell, Qt::LeftEdge, ink);
    if (cell.right() >= width - 1) draw_edge(painter, cell, Qt::RightEdge, ink);
}

} // namespace plimsoll
