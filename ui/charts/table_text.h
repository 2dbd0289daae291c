// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>

class QAbstractItemModel;

namespace plimsoll {

/// A flat model with its headers as tab-separated text: what stands under Qt::UserRole (exact bytes), else what is shown.
[[nodiscard]] QString table_text(const QAbstractItemModel &model);

} // namespace plimsoll
