// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/resolved_plan.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

inline constexpr std::string_view plan_schema = "plimsoll.plan/1";

struct ParsedPlan {
    Plan plan;
    std::vector<Warning> warnings; ///< unknown fields
};

/// Reads schema plimsoll.plan/1. Unknown fields warn, unknown values and wrong types are errors naming the field; null is
/// the same as absent.
[[nodiscard]] Result<ParsedPlan> plan_from_json(std::string_view text);
/// `where`: what stands before the names of fields in the texts of warnings ("scenarios[0].plan.").
[[nodiscard]] Result<ParsedPlan> plan_from_object(const nlohmann::json &object, const std::string &where = {});

/// The plan with a JSON merge patch (RFC 7396) applied, except that `model` is replaced whole. null takes a field back to
/// "not given".
[[nodiscard]] Result<ParsedPlan> with_patch(const Plan &plan, const nlohmann::json &patch);

/// The whole plan, every field, in the order of plan_fields(); `only_given` leaves out what nobody set.
[[nodiscard]] nlohmann::ordered_json plan_to_json(const Plan &plan, bool only_given = false);

/// Sets one field by its path ("adapter.rank", "optimizer.name", "parallel.zero") from text as typed on a command line,
/// and marks it as given; "null" takes it back to "not given". A section ("adapter") takes the JSON object of its fields.
[[nodiscard]] Result<Plan> with_field(const Plan &plan, std::string_view path, std::string_view value);

/// Takes one field back to "not given"; the plan unchanged when there is no such field.
[[nodiscard]] Plan without_field(const Plan &plan, std::string_view path);

} // namespace plimsoll
