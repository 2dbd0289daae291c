// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/table_text.h"

#include <QAbstractItemModel>
#include <QStringList>

namespace plimsoll {

QString table_text(const QAbstractItemModel &model)
{
    QStringList cells{QString()}, lines;
    for (int column = 0; column < model.columnCount(); ++column) cells << model.headerData(column, Qt::Horizontal).toString();
    lines << cells.join(QLatin1Char('\t'));
    for (int row = 0; row < model.rowCount(); ++row) {
        cells = {model.headerData(row, Qt::Vertical).toString()};
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex at = model.index(row, column);
            const QVariant exact = model.data(at, Qt::UserRole);
            cells << (exact.isValid() ? QString::number(exact.toLongLong()) : model.data(at).toString());
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace plimsoll
