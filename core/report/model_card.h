// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// What a report speaks of.
struct ReportInput {
    std::vector<PlanAnswer> answers; ///< at least one
    std::size_t selected = 0;        ///< whose breakdown and verdict stand first
    std::string command;             ///< that makes it again; empty: not said
    ByteUnit unit = ByteUnit::binary;
};

/// The block for a model card in Markdown: verdict, scenario table with a verdict per card, breakdown that sums,
/// configuration, the sentence to cite, how to reproduce it, assumptions. Complete without a picture.
[[nodiscard]] std::string model_card(const ReportInput &input);

/// Two sentences that can stand in a paper or a model card.
[[nodiscard]] std::string citation(const ReportInput &input);

/// Schema plimsoll.report/1: {"citation", "command", "answers": [estimates]}.
[[nodiscard]] nlohmann::ordered_json report_to_json(const ReportInput &input);

/// One line per scenario: bytes and a verdict per card.
[[nodiscard]] std::string report_to_csv(const ReportInput &input);

} // namespace plimsoll
