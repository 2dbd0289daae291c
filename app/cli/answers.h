// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/plan_options.h"
#include "core/report/plan_answer.h"

namespace plimsoll::cli {

/// Loads the model and answers the plan; warnings of reading it stand before those of planning.
[[nodiscard]] Result<PlanAnswer> answer_input(const PlanInput &input, const EstimateOptions &options);

/// The largest micro batch and sequence length that still fit, into the verdict of every card (--max).
void add_maxima(PlanAnswer &answer);

/// What reading a plan warned of, where nothing else does.
void say_warnings(const PlanInput &input);

/// The answer's warnings, on stderr.
void say_warnings(const PlanAnswer &answer);

/// Exit status of an answer: what the deciding verdict says, Exit::fits without a target.
[[nodiscard]] int status_of(const std::vector<Verdict> &verdicts);

} // namespace plimsoll::cli
