// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/report/sheet.h"
#include "ui/charts/memory_data.h"
#include "ui/charts/timeline/timeline_data.h"

#include <QByteArray>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

class QPainter;
class QRectF;

namespace plimsoll {

struct ReportCell {
    QString text;
    std::optional<Fits> mark;    ///< drawn before the text
    std::optional<Group> swatch; ///< likewise
};

struct ReportRow {
    std::vector<ReportCell> cells;
    bool bold = false;
};

/// A table with hair lines only.
struct ReportTable {
    QString caption, detail;                                ///< "Scenarios", "GiB"
    std::vector<std::pair<QString, Qt::Alignment>> columns; ///< titles; all empty: no header
    std::vector<ReportRow> rows;
};

/// One page like a data sheet: everything that stands on it, as values.
struct ReportPage {
    QString title;   ///< "QLoRA of Qwen2.5-Coder-7B"
    QString verdict; ///< "Fits on RTX 4090"; empty without a card
    Fits fits = Fits::unknown;
    QStringList summary; ///< lines under the title; the first in the text's colour
    MemoryChartData memory;
    TimelineData timeline;                                                   ///< no points: left out
    ReportTable breakdown, scenarios, ranks, configuration, recommendations; ///< without rows: left out
    QStringList breakdown_notes;
    QString citation;
    std::vector<std::pair<QString, QString>> fine_print; ///< "Assumptions", text
};

/// The sheet as it is drawn: charts as the window shows them, in the reader's locale.
[[nodiscard]] ReportPage report_page_of(const report::Sheet &sheet);

/// Draws the page on light paper into `target`, scaled to its width; what is longer than A4 is scaled to its height.
void paint_report(QPainter &painter, const ReportPage &page, const QRectF &target);

/// The page as a file's bytes: "png" (2 pixels per unit), "svg", or "pdf" (A4, fonts embedded). Error: another suffix.
[[nodiscard]] Result<QByteArray> report_file(const ReportPage &page, const QString &suffix);

} // namespace plimsoll
