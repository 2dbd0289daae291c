// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTableView>

namespace plimsoll {

/// A table of rows: one of them is chosen at a time and whole, without frame, grid and row numbers, and Tab leads out of it.
/// `name`: for those who hear it.
void make_plain(QTableView &view, const QString &name);

/// The same where each column is as wide as what it says and column `wide` takes the rest; needs its model. Nothing is sorted by
/// pressing a heading.
void make_fitted(QTableView &view, const QString &name, int wide);

} // namespace plimsoll
