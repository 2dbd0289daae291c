// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QStyledItemDelegate>

namespace plimsoll {

/// Asks for room beside what a cell says, so that words of neighbouring cells ("log_softmax", "log_softmax_backward") stand apart.
class ApartDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        constexpr int gap = 12;
        return QStyledItemDelegate::sizeHint(option, index) + QSize(gap, 0);
    }
};

} // namespace plimsoll
