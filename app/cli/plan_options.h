// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/load/load.h"
#include "core/plan/session.h"

#include <QCommandLineParser>

#include <optional>
#include <string>
#include <vector>

namespace plimsoll::cli {

/// --plan, --model, one option per plan field, --set.
void add_plan_options(QCommandLineParser &parser);

/// A plan as it was read and changed on the command line.
struct PlanInput {
    std::string name; ///< of the scenario; empty when the plan has none
    Plan plan;
    std::string base_directory; ///< where its relative paths start
    std::vector<Warning> warnings;
    std::optional<SourceDocument> document; ///< somebody's own figures, from the session
};

struct PlanInputs {
    std::vector<PlanInput> plans;
    std::size_t selected = 0;
    ByteUnit unit = ByteUnit::binary; ///< of the one session; of several plans GiB
};

/// Overrides from the command line: --field options in the table's order, then --set in theirs.
[[nodiscard]] Result<Plan> with_overrides(Plan plan, const QCommandLineParser &parser);

/// The selected plan of the last --plan (an empty plan without one), with the overrides.
[[nodiscard]] Result<PlanInput> plan_from(const QCommandLineParser &parser);

/// Every plan of every --plan, a session's all, each with the overrides; the one plan described without --plan.
[[nodiscard]] Result<PlanInputs> plans_from(const QCommandLineParser &parser);

} // namespace plimsoll::cli
