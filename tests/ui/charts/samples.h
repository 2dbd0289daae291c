// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/document.h"
#include "ui/charts/memory_data.h"
#include "ui/charts/timeline/timeline_data.h"
#include "ui/report/report_page.h"

#include <vector>

namespace plimsoll::samples {

/// One column from GiB per group (weights … runtime).
[[nodiscard]] MemoryColumn column(const char *title, std::array<double, group_count> gibibytes);

/// Case 0's QLoRA, in bytes as PyTorch prints them.
[[nodiscard]] MemoryColumn qlora();
/// FP32, BF16, LoRA and QLoRA of a 7B model against a 24 GB card and a 16 GB budget.
[[nodiscard]] MemoryChartData precisions();
/// The same with LoRA as the baseline.
[[nodiscard]] MemoryChartData with_baseline();
/// QLoRA and two ways out against an 8 GB card that is too small.
[[nodiscard]] MemoryChartData too_small();
/// `count` columns of steadily larger plans against an 80 GB card, with colliding lines and one above the axis.
[[nodiscard]] MemoryChartData many(int count);

/// A training step of a 28-layer model: load, forward, loss, loss backward, backward, optimizer step.
[[nodiscard]] std::vector<TimelinePoint> step();
/// The same as a chart's data, held 15.2 GiB, against a 24 GB card and a 16 GB budget.
[[nodiscard]] TimelineData timeline();
/// The same as an engine's start, which ends serving.
[[nodiscard]] TimelineData start();
/// A report of precisions() for QLoRA.
[[nodiscard]] report::Document document(); ///< of answers, with their sheet
[[nodiscard]] report::Sheet sheet();

} // namespace plimsoll::samples
