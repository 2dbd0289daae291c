// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/question.h"

#include "core/plan/plan_json.h"
#include "core/plan/settings_of_adapter.h"

namespace plimsoll {

Result<Question> question_from_json(std::string_view text, const std::string &base_directory, const PlanChange &change)
{
    Result<ParsedPlan> parsed = plan_from_json(text);
    if (!parsed.ok()) return parsed.error();
    Plan plan = std::move(parsed->plan);
    if (change) {
        Result<Plan> changed = change(std::move(plan));
        if (!changed.ok()) return changed.error();
        plan = std::move(changed).value();
    }
    plan = with_settings_of_model(std::move(plan), base_directory, parsed->warnings);
    return Question{.plan = std::move(plan), .base_directory = base_directory, .warnings = std::move(parsed->warnings)};
}

} // namespace plimsoll
