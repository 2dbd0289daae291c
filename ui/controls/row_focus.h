// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QModelIndex;
class QPainter;
class QStyleOptionViewItem;

namespace plimsoll {

/// The part of a frame around the current row that lies in this cell, while its view has the focus: a row looks selected with and
/// without it. For delegates, after the cell; `option.widget` is the view.
void paint_row_focus(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index);

} // namespace plimsoll
