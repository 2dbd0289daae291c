// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/report/plan_answer.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace plimsoll {

/// Plans side by side, term by term; differences are to the first.
[[nodiscard]] std::string compare_to_text(const std::vector<PlanAnswer> &answers, std::size_t width = 80);
[[nodiscard]] std::string compare_to_markdown(const std::vector<PlanAnswer> &answers);
/// One line per component: component, then bytes per plan.
[[nodiscard]] std::string compare_to_csv(const std::vector<PlanAnswer> &answers);
/// Schema plimsoll.compare/1: {"terms": [{"component", "bytes": […]}], "answers": [estimates]}.
[[nodiscard]] nlohmann::ordered_json compare_to_json(const std::vector<PlanAnswer> &answers);

} // namespace plimsoll
