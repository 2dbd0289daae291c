// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
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

/// A scenario as a column: bytes on the device.
struct ChartColumn {
    std::string title;
    ComponentBytes components{}; ///< sums to `total`
    Bytes total = 0;
    std::optional<Interval> interval; ///< 90 %, of `total`
    bool selected = false;
    bool baseline = false;
    std::optional<Bytes> difference = {}; ///< to the baseline; absent for the baseline and without one
    std::string problem = {};             ///< not empty: there is no estimate, and why
    std::optional<Bytes> claim = {};      ///< what an engine takes of the card; absent: what it needs
    bool operator==(const ChartColumn &) const = default;
};

/// A card or a budget that columns are measured against.
struct ChartLine {
    std::string title; ///< "24 GB RTX 4090"
    std::string name;  ///< "RTX 4090": what of the title is left out last
    Bytes usable = 0;
    Bytes reserve = 0;    ///< above it: what the driver keeps
    bool answers = false; ///< the answer speaks of this one
    bool operator==(const ChartLine &) const = default;
};

/// One sheet like a data sheet, with charts: everything that stands on it, as values. It has a layout of its own.
struct Sheet {
    std::string title;   ///< "QLoRA of Qwen2.5-Coder-7B"
    std::string verdict; ///< "Fits on RTX 4090"; empty without a card
    Fits fits = Fits::unknown;
    ByteUnit unit = ByteUnit::binary;
    std::vector<std::string> summary; ///< lines under the title; the first in the text's colour
    std::vector<ChartColumn> memory;
    std::vector<ChartLine> lines;
    std::shared_ptr<const std::vector<TimelinePoint>> step;     ///< the selected plan's; none or empty: left out
    Bytes held = 0;                                             ///< of that step: reserved and context
    Table breakdown, scenarios, configuration, recommendations; ///< with hair lines only; without rows: left out
    Table ranks;                                                ///< kinds of rank, and what stands beside the cards
    std::vector<std::string> breakdown_notes;
    std::string citation;
    std::vector<std::pair<std::string, std::string>> fine_print; ///< "Assumptions.", text
};

/// "24 GB RTX 4090"; beside figures in GB = 10⁹ its size says that it is none of them: "24 GiB RTX 4090".
[[nodiscard]] std::string title_beside(const Gpu &gpu, ByteUnit unit);

[[nodiscard]] Sheet sheet_of(const ReportInput &input, const std::vector<Advice> &advice);

} // namespace report

} // namespace plimsoll
