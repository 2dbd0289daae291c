// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A plan as it is asked about.
struct Question {
    std::string name = {}; ///< of the scenario; empty when the plan has none
    Plan plan;
    std::string base_directory = {};                       ///< where its relative paths start
    std::vector<Warning> warnings = {};                    ///< what reading it warned of
    std::optional<SourceDocument> document = std::nullopt; ///< somebody's own figures, from the session
    RunAmount amount = {};                                 ///< what the run goes through, from the session
};

/// What is done to a plan before it is asked about: the options of a command line. Empty: nothing.
using PlanChange = std::function<Result<Plan>(Plan)>;

/// A plan's text (plimsoll.plan/1), beside whose fields may stand `amount` as a session's (docs/schema/session.md), changed, and with the settings of the adapter that its model may be.
[[nodiscard]] Result<Question> question_from_json(std::string_view text, const std::string &base_directory = {},
                                                  const PlanChange &change = {});

} // namespace plimsoll
