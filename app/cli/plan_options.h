// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/load.h"
#include "core/plan/session.h"

#include <QCommandLineParser>

#include <string>
#include <vector>

namespace plimsoll::cli {

/// --plan, --model, one option per plan field, --set.
void add_plan_options(QCommandLineParser &parser);

/// A plan with the folder that its relative paths start from.
struct PlanInput {
    std::string name; ///< of the scenario; empty when the plan has none
    Plan plan;
    std::string base_directory;
};

struct SessionInput {
    Session session;
    std::string base_directory;
};

/// Reads a plan or session file of at most 16 MiB; warnings go to stderr.
[[nodiscard]] Result<SessionInput> read_session(const std::string &path);

/// Overrides from the command line: --field options in the table's order, then --set in theirs.
[[nodiscard]] Result<Plan> with_overrides(Plan plan, const QCommandLineParser &parser);

/// The selected plan of --plan (an empty plan without one), with the overrides.
[[nodiscard]] Result<PlanInput> plan_from(const QCommandLineParser &parser);

/// Every plan of every --plan, a session's all, each with the overrides.
[[nodiscard]] Result<std::vector<PlanInput>> plans_from(const QCommandLineParser &parser);

/// Says warnings on stderr.
void say_warnings(const std::vector<Warning> &warnings);

} // namespace plimsoll::cli
