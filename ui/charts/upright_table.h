// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTableView>

namespace plimsoll {

/// A chart's table as it stands in its place: the model's rows side by side, so that the many figures of a few scenarios or phases
/// stand below one another and nothing scrolls sideways. `name`: for those who hear it. Belongs to the caller.
[[nodiscard]] QTableView *upright_table(QAbstractItemModel *model, const QString &name);

} // namespace plimsoll
