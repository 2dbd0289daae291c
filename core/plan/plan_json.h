// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/resolve.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace plimsoll {

struct ParsedPlan {
    Plan plan;
    std::vector<Warning> warnings; ///< unknown fields
};

/// Reads schema plimsoll.plan/1. Unknown fields warn, unknown values and wrong types are errors naming the field.
[[nodiscard]] Result<ParsedPlan> plan_from_json(std::string_view text);
[[nodiscard]] Result<ParsedPlan> plan_from_json(const nlohmann::json &json);

/// The whole plan, every field; `only_given` leaves out what nobody set.
[[nodiscard]] nlohmann::json plan_to_json(const Plan &plan, bool only_given = false);

/// Sets one field by its path ("adapter.rank", "optimizer.name", "parallel.zero") from text as typed on a command line,
/// and marks it as given.
[[nodiscard]] Result<Plan> with_field(const Plan &plan, std::string_view path, std::string_view value);

} // namespace plimsoll
