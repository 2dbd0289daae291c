// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/report/sheet.h"
#include "ui/charts/memory_data.h"

#include <QByteArray>

class QPainter;
class QRectF;

namespace plimsoll {

/// The sheet's columns that stand on its page, as the window's chart takes them, in the reader's locale: what is far above the line
/// that the answer speaks of says little on paper.
[[nodiscard]] MemoryChartData memory_on_page(const report::Sheet &sheet);

/// Draws the sheet on light paper into `target`, with charts as the window shows them, scaled to its width; what is longer than A4
/// is scaled to its height.
void paint_report(QPainter &painter, const report::Sheet &sheet, const QRectF &target);

/// The same as a file's bytes: "png" (2 pixels per unit), "svg", or "pdf" (A4, fonts embedded). Error: another suffix.
[[nodiscard]] Result<QByteArray> report_file(const report::Sheet &sheet, const QString &suffix);

} // namespace plimsoll
