// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/figures.h"
#include "core/report/document.h"

#include <string>
#include <vector>

// What reports of several forms have in common.
namespace plimsoll::report {

/// The answer that a report speaks of.
[[nodiscard]] const PlanAnswer &chosen(const ReportInput &input);
/// "Qwen2.5-Coder-7B", "the model".
[[nodiscard]] std::string model_name(const Estimate &estimate);
/// Of all parameters those that are trained, in per cent with two decimals, since an adapter's are few: "0.03"; an en dash where none
/// are counted.
[[nodiscard]] std::string trained_percent(const Estimate &estimate);

/// Component, bytes, the same in the unit and per cent; the last row is their sum.
[[nodiscard]] Table breakdown_table(const Estimate &estimate, const ByteFigures &in);
/// The plan and its model, a row each.
[[nodiscard]] Table configuration_table(const Estimate &estimate);
/// Every kind of rank, and what a run takes beside its cards; nothing of a run on one card.
void add_ranks(Document &out, const Estimate &estimate, const ByteFigures &in);
/// The engine that makes completions: its course beside the trainer's, or what it takes of cards of its own; nothing without one.
void add_rollout(Document &out, const PlanAnswer &answer, const ByteFigures &in);
/// The sentence to cite, how to reproduce, assumptions, warnings, the version; then the sheet that is drawn and the record.
void add_end(Document &out, ReportInput input, const std::vector<Advice> &advice);

} // namespace plimsoll::report
