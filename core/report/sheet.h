// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/engine_course.h"
#include "core/report/chart/load_lines.h"
#include "core/report/chart/memory_column.h"
#include "core/report/plan_answer.h"
#include "core/report/table.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

struct ReportInput;
struct Advice;

namespace report {

/// One sheet like a data sheet, with charts: everything that stands on it, as values. It has a layout of its own.
struct Sheet {
    std::string title;   ///< "QLoRA of Qwen2.5-Coder-7B"
    std::string verdict; ///< "Fits on RTX 4090"; empty without a card
    Word word = Word::unknown;
    ByteUnit unit = ByteUnit::binary;
    std::vector<std::string> summary; ///< lines under the title; the first in the text's colour
    std::vector<MemoryColumn> memory; ///< a column for each scenario
    std::vector<LoadLine> lines;
    std::shared_ptr<const std::vector<TimelinePoint>> step;     ///< the selected plan's; none or empty: left out
    Bytes held = 0;                                             ///< of that step: reserved and context
    std::optional<EngineCourse> engine;                         ///< beside that step; nothing: none stands there
    Table breakdown, scenarios, configuration, recommendations; ///< with hair lines only; without rows: left out
    Table ranks;                                                ///< kinds of rank, and what stands beside the cards
    std::vector<std::string> breakdown_notes;
    std::string citation;
    std::vector<std::pair<std::string, std::string>> fine_print; ///< "Assumptions.", text
};

/// "24 GB RTX 4090"; beside figures in GB = 10⁹, of which it has more than it is sold with, the name alone: "RTX 4090".
[[nodiscard]] std::string title_beside(const Gpu &gpu, ByteUnit unit);

[[nodiscard]] Sheet sheet_of(const ReportInput &input, const std::vector<Advice> &advice);

} // namespace report

} // namespace plimsoll
