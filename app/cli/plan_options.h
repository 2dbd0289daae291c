// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/option_parser.h"
#include "core/api/question.h"
#include "core/fit/sweep.h"

#include <string>
#include <vector>

namespace plimsoll::cli {

/// --plan, --model, one option per plan field, --set.
void add_plan_options(OptionParser &parser);

/// --over, and the axes that it was given.
void add_axis_option(OptionParser &parser);
[[nodiscard]] Result<std::vector<SweepAxis>> axes_of(const OptionParser &parser);

/// Plans as they were read and changed on the command line.
struct PlanInputs {
    std::vector<Question> plans;
    std::size_t selected = 0;
    ByteUnit unit = ByteUnit::binary; ///< of the one session; of several plans GiB
};

/// Overrides from the command line: --field options in the table's order, then --set in theirs.
[[nodiscard]] Result<Plan> with_overrides(Plan plan, const OptionParser &parser);

/// The selected plan of the last --plan (an empty plan without one), with the overrides.
[[nodiscard]] Result<Question> plan_from(const OptionParser &parser);

/// The selected plan of a plan or session file, as it stands there.
[[nodiscard]] Result<Question> plan_in_file(const std::string &path);

/// Every plan of every --plan, a session's all, each with the overrides; the one plan described without --plan.
[[nodiscard]] Result<PlanInputs> plans_from(const OptionParser &parser);

} // namespace plimsoll::cli
