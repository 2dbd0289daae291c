// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/report/sheet.h"

#include <QByteArray>

namespace plimsoll {

/// The sheet's memory chart under its verdict, on light or dark paper: "svg", or "png" at two pixels per unit. Error: another suffix.
[[nodiscard]] Result<QByteArray> chart_file(const report::Sheet &sheet, const QString &suffix, bool dark);

} // namespace plimsoll
